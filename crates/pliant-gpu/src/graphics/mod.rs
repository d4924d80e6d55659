//! A small safe layer for drawing: images, bindings, pipelines and windows, and frames as data.
//!
//! Read [`Graphics::submit`] first: a frame is a list of [`Step`]s, recorded, run and waited for, so that
//! nothing a frame uses can go away under it.

mod bindings;
mod buffer;
mod frame;
mod image;
mod pipeline;
mod sampler;
mod transition;
mod window;

pub use bindings::{Bindings, Kind, Resource, SetLayout, SimulatedBuffer, Slot};
pub use buffer::DrawBuffer;
pub use frame::{Color, Depth, Draw, Indices, RenderPass, Step};
pub use image::{Format, Image, Role};
pub use pipeline::{Blend, DepthUse, Pipeline, PipelineOptions, Topology};
pub use sampler::{Sampler, SamplerOptions, Wrap};
pub use window::{Picture, Window};

use crate::Gpu;
use crate::commands::Commands;
use ash::vk;
use pliant_passes::EngineError;
use std::sync::Arc;
use transition::{Transition, transition};

/// What draws on a device.
pub struct Graphics {
    pub(crate) gpu: Arc<Gpu>,
    commands: Commands,
}

impl Graphics {
    /// Makes a device ready to draw.
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

    /// Runs the steps of a frame to their end.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn submit(&self, steps: &[Step<'_>]) -> Result<(), EngineError> {
        self.run(steps, &[], &[], None)
    }

    /// Runs a frame between semaphores; `shown` goes to a window then.
    fn run(
        &self,
        steps: &[Step<'_>],
        before: &[vk::SemaphoreSubmitInfo<'_>],
        after: &[vk::SemaphoreSubmitInfo<'_>],
        shown: Option<&Image>,
    ) -> Result<(), EngineError> {
        let once = vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT;
        let commands = self.commands.record(once, |commands| {
            frame::record(&self.gpu, commands, steps);
            if let Some(image) = shown {
                transition(&self.gpu, commands, image, Transition::DrawnToShow);
            }
        })?;
        let done = self.commands.run_between(commands, before, after);
        self.commands.free(commands);
        done
    }

    fn limits(&self) -> vk::PhysicalDeviceLimits {
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
