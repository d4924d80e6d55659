//! Images: creation, views and memory.

use super::{Format, Graphics, Role};
use crate::Gpu;
use crate::memory::Block;
use ash::vk;
use pliant_passes::{EngineError, Memory};
use std::sync::Arc;

/// An image, its view and its memory.
pub struct Image {
    pub(super) gpu: Arc<Gpu>,
    pub(super) raw: vk::Image,
    pub(super) view: vk::ImageView,
    pub(super) format: Format,
    pub(super) role: Role,
    pub(super) size: [u32; 2],
    pub(super) mips: u32,
    /// False for images that a swapchain owns.
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

    /// Width and height, pixels.
    #[must_use]
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// The format of a pixel.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// Makes an image with `mips` levels.
    pub(super) fn with_mips(
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
        let (object, offset) = block.binding();
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

/// A size as a Vulkan extent of depth 1.
pub(super) fn extent(size: [u32; 2]) -> vk::Extent3D {
    vk::Extent3D {
        width: size[0],
        height: size[1],
        depth: 1,
    }
}
