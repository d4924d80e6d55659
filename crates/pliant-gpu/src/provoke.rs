//! Deliberate mistakes, which prove in tests that the validation layer is on and looks at synchronization too.

use crate::commands::Commands;
use crate::device::Gpu;
use crate::memory::Buffer;
use ash::vk;
use pliant_passes::{EngineError, Memory};
use std::sync::Arc;

impl Gpu {
    /// Asks for a buffer of no use, which the core checks must object to.
    #[doc(hidden)]
    pub fn provoke_validation_message(&self) {
        let unusable = vk::BufferCreateInfo::default().size(4);
        // SAFETY: a buffer of no usage is invalid, and harmless: it is never used.
        unsafe {
            if let Ok(buffer) = self.device.create_buffer(&unusable, None) {
                self.device.destroy_buffer(buffer, None);
            }
        }
    }

    /// Records two fills of a buffer with no barrier between, which the synchronization checks must object to.
    ///
    /// # Errors
    /// When there is no memory for a small buffer.
    #[doc(hidden)]
    pub fn provoke_synchronization_message(self: &Arc<Self>) -> Result<(), EngineError> {
        let usage = vk::BufferUsageFlags::TRANSFER_DST;
        let buffer = Buffer::new(self, "raced for", 64, usage, Memory::Device)?;
        let commands = Commands::new(self)?;
        commands.once(|raw| {
            for word in 0..2 {
                // SAFETY: the buffer is alive and takes transfers; which fill comes last does not matter.
                unsafe {
                    let device = &self.device;
                    device.cmd_fill_buffer(raw, buffer.raw, 0, vk::WHOLE_SIZE, word);
                }
            }
        })
    }
}
