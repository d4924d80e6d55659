//! Samplers.

use super::Graphics;
use crate::Gpu;
use crate::info::DeviceKind;
use ash::vk;
use pliant_passes::EngineError;
use std::sync::Arc;

/// How coordinates outside an image are treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrap {
    /// The image repeats.
    Repeat,
    /// The image repeats, mirrored.
    Mirror,
    /// The edge continues.
    Clamp,
}

/// Options of a sampler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SamplerOptions {
    /// Linear magnification, else nearest.
    pub mag_linear: bool,
    /// Linear minification, else nearest.
    pub min_linear: bool,
    /// Mip maps: `None` unused, else linear between levels.
    pub mip_linear: Option<bool>,
    /// Coordinates outside the image, along U and V.
    pub wrap: [Wrap; 2],
    /// Compares depth: 1 where the reference is not behind the sampled depth.
    pub compare: bool,
}

impl SamplerOptions {
    /// Linear between the texels of an image without mip maps, whose edge texels continue outside.
    pub const SMOOTH: Self = Self {
        mag_linear: true,
        min_linear: true,
        mip_linear: None,
        wrap: [Wrap::Clamp; 2],
        compare: false,
    };
}

/// A sampler.
pub struct Sampler {
    gpu: Arc<Gpu>,
    pub(super) raw: vk::Sampler,
}

impl Sampler {
    /// Makes a sampler, with anisotropic filtering of up to 8 where the device supports it.
    ///
    /// # Errors
    /// When the device is out of memory.
    pub fn new(graphics: &Graphics, options: &SamplerOptions) -> Result<Arc<Self>, EngineError> {
        let gpu = &graphics.gpu;
        let filter = |linear| {
            if linear {
                vk::Filter::LINEAR
            } else {
                vk::Filter::NEAREST
            }
        };
        let wrap = |wrap| match wrap {
            Wrap::Repeat => vk::SamplerAddressMode::REPEAT,
            Wrap::Mirror => vk::SamplerAddressMode::MIRRORED_REPEAT,
            Wrap::Clamp => vk::SamplerAddressMode::CLAMP_TO_EDGE,
        };
        // Anisotropic filtering is slow on a CPU.
        let sharp = gpu.features.sampler_anisotropy == vk::TRUE
            && gpu.info().kind != DeviceKind::Cpu
            && options.min_linear
            && options.mip_linear == Some(true);
        let info = vk::SamplerCreateInfo::default()
            .mag_filter(filter(options.mag_linear))
            .min_filter(filter(options.min_linear))
            .mipmap_mode(if options.mip_linear == Some(true) {
                vk::SamplerMipmapMode::LINEAR
            } else {
                vk::SamplerMipmapMode::NEAREST
            })
            .max_lod(options.mip_linear.map_or(0.25, |_| vk::LOD_CLAMP_NONE))
            .address_mode_u(wrap(options.wrap[0]))
            .address_mode_v(wrap(options.wrap[1]))
            .anisotropy_enable(sharp)
            .max_anisotropy(if sharp {
                graphics.limits().max_sampler_anisotropy.min(8.0)
            } else {
                1.0
            })
            .compare_enable(options.compare)
            .compare_op(vk::CompareOp::LESS_OR_EQUAL);
        // SAFETY: the device is alive; `drop` destroys the sampler.
        let raw = unsafe { gpu.device.create_sampler(&info, None) }
            .map_err(gpu.failed("making a sampler"))?;
        Ok(Arc::new(Self {
            gpu: Arc::clone(gpu),
            raw,
        }))
    }
}

impl Drop for Sampler {
    fn drop(&mut self) {
        // SAFETY: frames are waited for, so the sampler is not in use.
        unsafe { self.gpu.device.destroy_sampler(self.raw, None) };
    }
}
