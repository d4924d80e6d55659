//! Deliberate errors: tests prove with them that the validation layer is on and checks synchronization.

use crate::commands::Commands;
use crate::device::Gpu;
use crate::memory::Buffer;
use ash::vk;
use pliant_passes::{EngineError, Memory};
use std::sync::Arc;

impl Gpu {
    /// Makes a buffer without a usage, which the core checks must report.
    #[doc(hidden)]
    pub fn provoke_validation_message(&self) {
        let unusable = vk::BufferCreateInfo::default().size(4);
        // SAFETY: a buffer without a usage is invalid but harmless: it is never used.
        unsafe {
            if let Ok(buffer) = self.device.create_buffer(&unusable, None) {
                self.device.destroy_buffer(buffer, None);
            }
        }
    }

    /// Records two fills of a buffer without a barrier, which the synchronization checks must report.
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
                // SAFETY: the buffer is alive and allows transfers; the order of the fills does not matter.
                unsafe {
                    let device = &self.device;
                    device.cmd_fill_buffer(raw, buffer.raw, 0, vk::WHOLE_SIZE, word);
                }
            }
        })
    }
}
