//! The device as drawing uses it.

use super::format::Format;
use crate::Gpu;
use crate::commands::Commands;
use ash::vk;
use pliant_passes::EngineError;
use std::sync::Arc;

/// A device that is ready to draw, with a pool of command buffers.
pub struct Graphics {
    pub(crate) gpu: Arc<Gpu>,
    pub(super) commands: Commands,
}

impl Graphics {
    /// Prepares a device for drawing.
    ///
    /// # Errors
    /// When the device can't draw.
    pub fn new(gpu: &Arc<Gpu>) -> Result<Self, EngineError> {
        if !gpu.draws {
            return Err(EngineError::Device(format!(
                "the device {} can't draw: choose another --device",
                gpu.info().name
            )));
        }
        Ok(Self {
            commands: Commands::new(gpu)?,
            gpu: Arc::clone(gpu),
        })
    }

    /// The device.
    #[must_use]
    pub fn gpu(&self) -> &Arc<Gpu> {
        &self.gpu
    }

    /// The largest number of samples a pixel, not above `wanted`, that pictures can have.
    #[must_use]
    pub fn samples(&self, wanted: u32) -> u32 {
        let limits = self.limits();
        let both = limits.framebuffer_color_sample_counts & limits.framebuffer_depth_sample_counts;
        (0..=wanted.max(1).ilog2())
            .rev()
            .map(|bit| 1 << bit)
            .find(|count| both.as_raw() & count != 0)
            .unwrap_or(1)
    }

    /// The largest side that pictures can have, pixels.
    #[must_use]
    pub fn largest_picture(&self) -> u32 {
        let limits = self.limits();
        limits
            .max_image_dimension2_d
            .min(limits.max_framebuffer_width)
            .min(limits.max_framebuffer_height)
    }

    /// Whether depth images can be sampled between their texels.
    #[must_use]
    pub fn filters_depth(&self) -> bool {
        // SAFETY: the device belongs to the instance.
        let properties = unsafe {
            self.gpu
                .instance
                .raw
                .get_physical_device_format_properties(self.gpu.physical, Format::Depth.raw())
        };
        properties
            .optimal_tiling_features
            .contains(vk::FormatFeatureFlags::SAMPLED_IMAGE_FILTER_LINEAR)
    }

    /// The limits of the device.
    pub(super) fn limits(&self) -> vk::PhysicalDeviceLimits {
        // SAFETY: the device belongs to the instance.
        let properties = unsafe {
            self.gpu
                .instance
                .raw
                .get_physical_device_properties(self.gpu.physical)
        };
        properties.limits
    }
}
