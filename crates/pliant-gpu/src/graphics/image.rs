//! Images, their mip maps, and samplers.

use super::Graphics;
use super::buffer::staging;
use super::transition::{Transition, before_host_reads, transition};
use crate::Gpu;
use crate::memory::{Block, Buffer};
use ash::vk;
use pliant_passes::{EngineError, Memory};
use std::sync::Arc;

/// What a pixel is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Colour as screens want it.
    Rgba8Srgb,
    /// The same with red and blue exchanged, as some windows want it.
    Bgra8Srgb,
    /// Plain values.
    Rgba8,
    /// Four numbers in 16 bits each.
    Rgba16Float,
    /// Two numbers in 32 bits each.
    Rg32Float,
    /// Depth in 32 bits.
    Depth,
}

impl Format {
    pub(super) fn raw(self) -> vk::Format {
        match self {
            Self::Rgba8Srgb => vk::Format::R8G8B8A8_SRGB,
            Self::Bgra8Srgb => vk::Format::B8G8R8A8_SRGB,
            Self::Rgba8 => vk::Format::R8G8B8A8_UNORM,
            Self::Rgba16Float => vk::Format::R16G16B16A16_SFLOAT,
            Self::Rg32Float => vk::Format::R32G32_SFLOAT,
            Self::Depth => vk::Format::D32_SFLOAT,
        }
    }

    pub(super) fn aspect(self) -> vk::ImageAspectFlags {
        match self {
            Self::Depth => vk::ImageAspectFlags::DEPTH,
            _ => vk::ImageAspectFlags::COLOR,
        }
    }
}

/// What an image is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Drawn to, and gone after its frame.
    Transient,
    /// Drawn to, then read back.
    Target,
    /// Drawn to, then sampled.
    Sampled,
    /// Filled by the host, then sampled.
    Texture,
}

impl Role {
    fn usage(self, format: Format) -> vk::ImageUsageFlags {
        let attachment = match format {
            Format::Depth => vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT,
            _ => vk::ImageUsageFlags::COLOR_ATTACHMENT,
        };
        match self {
            Self::Transient => attachment,
            Self::Target => attachment | vk::ImageUsageFlags::TRANSFER_SRC,
            Self::Sampled => attachment | vk::ImageUsageFlags::SAMPLED,
            Self::Texture => {
                vk::ImageUsageFlags::SAMPLED
                    | vk::ImageUsageFlags::TRANSFER_DST
                    | vk::ImageUsageFlags::TRANSFER_SRC
            }
        }
    }
}

/// An image.
pub struct Image {
    gpu: Arc<Gpu>,
    pub(super) raw: vk::Image,
    pub(super) view: vk::ImageView,
    pub(super) format: Format,
    pub(super) role: Role,
    pub(super) size: [u32; 2],
    pub(super) mips: u32,
    /// Not so for images that a swapchain owns.
    owned: bool,
    block: Option<Block>,
}

impl Image {
    /// Makes an image to draw to.
    ///
    /// # Errors
    /// When memory does not suffice.
    pub fn new(
        graphics: &Graphics,
        name: &str,
        format: Format,
        role: Role,
        size: [u32; 2],
        samples: u32,
    ) -> Result<Self, EngineError> {
        Self::with_mips(graphics, name, format, role, size, samples, 1)
    }

    /// Makes a texture of RGBA pixels, rows from the top, with mip maps where asked for.
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

    /// Copies a target that was drawn to out, four bytes a pixel, rows from the top.
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

    /// Width and height, pixels.
    #[must_use]
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// What a pixel is.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    fn with_mips(
        graphics: &Graphics,
        name: &str,
        format: Format,
        role: Role,
        size: [u32; 2],
        samples: u32,
        mips: u32,
    ) -> Result<Self, EngineError> {
        let gpu = &graphics.gpu;
        let info = vk::ImageCreateInfo::default()
            .image_type(vk::ImageType::TYPE_2D)
            .format(format.raw())
            .extent(extent(size))
            .mip_levels(mips)
            .array_layers(1)
            .samples(vk::SampleCountFlags::from_raw(samples))
            .usage(role.usage(format));
        // SAFETY: the device is alive; `drop` destroys the image.
        let raw = unsafe { gpu.device.create_image(&info, None) }
            .map_err(gpu.failed("making an image"))?;
        let mut image = Self {
            gpu: Arc::clone(gpu),
            raw,
            view: vk::ImageView::null(),
            format,
            role,
            size,
            mips,
            owned: true,
            block: None,
        };
        gpu.name(raw, name);
        // SAFETY: the image was just made from this device.
        let requirements = unsafe { gpu.device.get_image_memory_requirements(raw) };
        let block = Block::new(gpu, name, requirements, Memory::Device, false)?;
        let (object, offset) = block.place();
        image.block = Some(block);
        // SAFETY: the memory was allocated for this image's requirements, and outlives it.
        unsafe { gpu.device.bind_image_memory(raw, object, offset) }
            .map_err(gpu.failed("binding memory"))?;
        image.view = view(gpu, raw, format, mips)?;
        Ok(image)
    }

    /// Wraps an image that a swapchain owns.
    pub(super) fn of_swapchain(
        gpu: &Arc<Gpu>,
        raw: vk::Image,
        format: Format,
        size: [u32; 2],
    ) -> Result<Self, EngineError> {
        Ok(Self {
            gpu: Arc::clone(gpu),
            raw,
            view: view(gpu, raw, format, 1)?,
            format,
            role: Role::Target,
            size,
            mips: 1,
            owned: false,
            block: None,
        })
    }

    pub(super) fn sampled_layout(&self) -> vk::ImageLayout {
        vk::ImageLayout::READ_ONLY_OPTIMAL
    }

    pub(super) fn range(&self, first: u32, count: u32) -> vk::ImageSubresourceRange {
        vk::ImageSubresourceRange::default()
            .aspect_mask(self.format.aspect())
            .base_mip_level(first)
            .level_count(count)
            .layer_count(1)
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
            "pixels for the rectangle, inside the texture"
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

    /// Halves level after level; leaves every level ready to be sampled.
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
            // SAFETY: both levels exist and are in these layouts, and Vulkan demands blits of these formats.
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

impl Drop for Image {
    fn drop(&mut self) {
        // SAFETY: frames are waited for, so the image is not in use; a swapchain destroys its own images.
        unsafe {
            self.gpu.device.destroy_image_view(self.view, None);
            if self.owned {
                self.gpu.device.destroy_image(self.raw, None);
            }
        }
    }
}

fn view(
    gpu: &Gpu,
    image: vk::Image,
    format: Format,
    mips: u32,
) -> Result<vk::ImageView, EngineError> {
    let range = vk::ImageSubresourceRange::default()
        .aspect_mask(format.aspect())
        .level_count(mips)
        .layer_count(1);
    let info = vk::ImageViewCreateInfo::default()
        .image(image)
        .view_type(vk::ImageViewType::TYPE_2D)
        .format(format.raw())
        .subresource_range(range);
    // SAFETY: the image is alive and has this format.
    unsafe { gpu.device.create_image_view(&info, None) }.map_err(gpu.failed("making an image view"))
}

fn extent(size: [u32; 2]) -> vk::Extent3D {
    vk::Extent3D {
        width: size[0],
        height: size[1],
        depth: 1,
    }
}

fn offset(at: [u32; 2]) -> vk::Offset3D {
    vk::Offset3D {
        x: at[0] as i32,
        y: at[1] as i32,
        z: 0,
    }
}
