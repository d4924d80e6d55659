//! Formats of pixels, and the uses of images.

use ash::vk;

/// The format of a pixel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Colour in sRGB, 8 bits a channel.
    Rgba8Srgb,
    /// The same with red and blue exchanged, as some windows need.
    Bgra8Srgb,
    /// Linear values, 8 bits a channel.
    Rgba8,
    /// Four numbers in 16 bits each.
    Rgba16Float,
    /// Two numbers in 32 bits each.
    Rg32Float,
    /// Depth in 32 bits.
    Depth,
}

impl Format {
    /// The Vulkan format.
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

    /// Depth or colour.
    pub(super) fn aspect(self) -> vk::ImageAspectFlags {
        match self {
            Self::Depth => vk::ImageAspectFlags::DEPTH,
            _ => vk::ImageAspectFlags::COLOR,
        }
    }
}

/// The use of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Drawn to; the content is discarded after the frame.
    Transient,
    /// Drawn to, then read back.
    Target,
    /// Drawn to, then sampled.
    Sampled,
    /// Filled by the host, then sampled.
    Texture,
}

impl Role {
    /// The Vulkan usage of an image in a format.
    pub(super) fn usage(self, format: Format) -> vk::ImageUsageFlags {
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
