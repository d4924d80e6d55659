//! Copies between images and the host, and the mip maps of textures.

use super::buffer::staging;
use super::image::extent;
use super::transition::{Transition, before_host_reads, transition};
use super::{Format, Graphics, Image, Role};
use crate::memory::Buffer;
use ash::vk;
use pliant_passes::{EngineError, Memory};

impl Image {
    /// Makes a texture of RGBA pixels, rows from the top, with mip maps if `mips`.
    ///
    /// # Errors
    /// When memory does not suffice.
    pub fn texture(
        graphics: &Graphics,
        name: &str,
        format: Format,
        size: [u32; 2],
        rgba: &[u8],
        mips: bool,
    ) -> Result<Self, EngineError> {
        let levels = if mips {
            size[0].max(size[1]).ilog2() + 1
        } else {
            1
        };
        let image = Self::with_mips(graphics, name, format, Role::Texture, size, 1, levels)?;
        let source = staging(graphics, rgba)?;
        graphics.commands.once(|commands| {
            transition(&image.gpu, commands, &image, Transition::Fill);
            image.copy_from(commands, &source, [0, 0], size);
            image.fill_mips(commands);
        })?;
        Ok(image)
    }

    /// Replaces a rectangle of a texture that has no mip maps.
    ///
    /// # Errors
    /// When memory does not suffice.
    pub fn update(
        &self,
        graphics: &Graphics,
        at: [u32; 2],
        size: [u32; 2],
        rgba: &[u8],
    ) -> Result<(), EngineError> {
        let source = staging(graphics, rgba)?;
        graphics.commands.once(|commands| {
            transition(&self.gpu, commands, self, Transition::Refill);
            self.copy_from(commands, &source, at, size);
            transition(&self.gpu, commands, self, Transition::Filled);
        })
    }

    /// Reads back a target that was drawn to: four bytes a pixel, rows from the top.
    ///
    /// # Errors
    /// When memory does not suffice or the device is lost.
    pub fn read(&self, graphics: &Graphics) -> Result<Vec<u8>, EngineError> {
        let bytes = 4 * u64::from(self.size[0]) * u64::from(self.size[1]);
        let usage = vk::BufferUsageFlags::TRANSFER_DST;
        let target = Buffer::new(&self.gpu, "picture", bytes, usage, Memory::Readback)?;
        graphics.commands.once(|commands| {
            transition(&self.gpu, commands, self, Transition::DrawnToRead);
            // SAFETY: the buffer holds every pixel, and both live until the copy was waited for.
            unsafe {
                self.gpu.device.cmd_copy_image_to_buffer(
                    commands,
                    self.raw,
                    vk::ImageLayout::TRANSFER_SRC_OPTIMAL,
                    target.raw,
                    &[self.region([0, 0], self.size)],
                );
            }
            before_host_reads(&self.gpu, commands);
        })?;
        target
            .readable()
            .map(<[u8]>::to_vec)
            .ok_or_else(|| EngineError::Device("read-back memory can't be read".to_owned()))
    }

    fn layers(&self, level: u32) -> vk::ImageSubresourceLayers {
        vk::ImageSubresourceLayers::default()
            .aspect_mask(self.format.aspect())
            .mip_level(level)
            .layer_count(1)
    }

    fn region(&self, at: [u32; 2], size: [u32; 2]) -> vk::BufferImageCopy {
        vk::BufferImageCopy::default()
            .image_subresource(self.layers(0))
            .image_offset(offset(at))
            .image_extent(extent(size))
    }

    fn copy_from(&self, commands: vk::CommandBuffer, from: &Buffer, at: [u32; 2], size: [u32; 2]) {
        assert!(
            u64::from(size[0]) * u64::from(size[1]) * 4 <= from.bytes
                && at[0] + size[0] <= self.size[0]
                && at[1] + size[1] <= self.size[1],
            "the pixels fill the rectangle, which lies in the texture"
        );
        // SAFETY: the rectangle lies in the image and its pixels in the buffer; both live until the copy was waited for.
        unsafe {
            self.gpu.device.cmd_copy_buffer_to_image(
                commands,
                from.raw,
                self.raw,
                vk::ImageLayout::TRANSFER_DST_OPTIMAL,
                &[self.region(at, size)],
            );
        }
    }

    /// Computes each mip level from the one before, and makes all levels ready to be sampled.
    fn fill_mips(&self, commands: vk::CommandBuffer) {
        let half = |size: u32, level: u32| (size >> level).max(1);
        for level in 1..self.mips {
            transition(&self.gpu, commands, self, Transition::Halve(level - 1));
            let corner = |level| {
                let [w, h] = self.size;
                vk::Offset3D {
                    x: half(w, level) as i32,
                    y: half(h, level) as i32,
                    z: 1,
                }
            };
            let blit = vk::ImageBlit::default()
                .src_subresource(self.layers(level - 1))
                .src_offsets([vk::Offset3D::default(), corner(level - 1)])
                .dst_subresource(self.layers(level))
                .dst_offsets([vk::Offset3D::default(), corner(level)]);
            // SAFETY: both levels exist and are in these layouts, and Vulkan requires blits of these formats.
            unsafe {
                self.gpu.device.cmd_blit_image(
                    commands,
                    self.raw,
                    vk::ImageLayout::TRANSFER_SRC_OPTIMAL,
                    self.raw,
                    vk::ImageLayout::TRANSFER_DST_OPTIMAL,
                    &[blit],
                    vk::Filter::LINEAR,
                );
            }
        }
        transition(&self.gpu, commands, self, Transition::Filled);
    }
}

fn offset(at: [u32; 2]) -> vk::Offset3D {
    vk::Offset3D {
        x: at[0] as i32,
        y: at[1] as i32,
        z: 0,
    }
}
