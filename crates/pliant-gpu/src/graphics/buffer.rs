//! Buffers that draws read.

use super::Graphics;
use crate::memory::Buffer;
use ash::vk;
use pliant_passes::{EngineError, Memory};
use std::sync::Arc;

/// A buffer that draws read; only `Step::Update` changes its content.
#[derive(Clone)]
pub struct DrawBuffer(pub(super) Arc<Buffer>);

impl DrawBuffer {
    /// Makes a buffer of these bytes, for shaders or as indices.
    ///
    /// # Errors
    /// When memory does not suffice.
    pub fn new(graphics: &Graphics, name: &str, bytes: &[u8]) -> Result<Self, EngineError> {
        let usage = vk::BufferUsageFlags::STORAGE_BUFFER
            | vk::BufferUsageFlags::UNIFORM_BUFFER
            | vk::BufferUsageFlags::INDEX_BUFFER
            | vk::BufferUsageFlags::TRANSFER_DST;
        let size = bytes.len() as u64;
        let info = graphics.gpu.info();
        let most = info.limits.storage_buffer_range;
        if size > u64::from(most) {
            return Err(EngineError::Device(format!(
                "{name} need {size} bytes, and the device {} allows at most {most} in a buffer: show less, or choose another --device",
                info.name
            )));
        }
        let mut buffer = Buffer::new(&graphics.gpu, name, size, usage, Memory::Device)?;
        match buffer.writable() {
            Some(target) => target.copy_from_slice(bytes),
            None => upload(graphics, &buffer, bytes)?,
        }
        Ok(Self(Arc::new(buffer)))
    }

    /// Its size in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.0.bytes
    }
}

/// A buffer of bytes from the host, to copy from.
pub(super) fn staging(graphics: &Graphics, bytes: &[u8]) -> Result<Buffer, EngineError> {
    let usage = vk::BufferUsageFlags::TRANSFER_SRC;
    let size = bytes.len() as u64;
    let mut buffer = Buffer::new(&graphics.gpu, "staging", size, usage, Memory::Upload)?;
    buffer
        .writable()
        .ok_or_else(|| EngineError::Device("upload memory can't be written".to_owned()))?
        .copy_from_slice(bytes);
    Ok(buffer)
}

fn upload(graphics: &Graphics, buffer: &Buffer, bytes: &[u8]) -> Result<(), EngineError> {
    if bytes.is_empty() {
        return Ok(());
    }
    let source = staging(graphics, bytes)?;
    let region = vk::BufferCopy::default().size(bytes.len() as u64);
    graphics.commands.once(|commands| {
        // SAFETY: both buffers are as large as the region, and live until the copy was waited for.
        unsafe {
            let device = &graphics.gpu.device;
            device.cmd_copy_buffer(commands, source.raw, buffer.raw, &[region]);
        }
    })
}
