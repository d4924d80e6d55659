//! Pictures that are drawn in fewer pixels than the window has, and then enlarged: for devices that draw slowly.

use crate::frame::Frame;
use crate::programs::Layouts;
use crate::viewpoint::Viewpoint;
use pliant_gpu::graphics::{
    Bindings, Color, Draw, Format, Graphics, Image, Pipeline, RenderPass, Resource, Role, Sampler,
    SamplerOptions,
};
use pliant_passes::EngineError;
use std::sync::Arc;

/// The smaller picture.
pub(crate) struct Enlarged {
    pub(crate) image: Arc<Image>,
    format: Format,
    bindings: Bindings<'static>,
}

impl Enlarged {
    pub(crate) fn new(
        graphics: &Graphics,
        layouts: &Layouts,
        size: [u32; 2],
        format: Format,
    ) -> Result<Self, EngineError> {
        let image = Image::new(graphics, "small picture", format, Role::Sampled, size, 1)?;
        let image = Arc::new(image);
        let sampler = Sampler::new(graphics, &SamplerOptions::SMOOTH)?;
        let texture = Resource::Texture(Arc::clone(&image), sampler);
        Ok(Self {
            bindings: Bindings::new(graphics, &layouts.picture, vec![texture])?,
            image,
            format,
        })
    }

    /// Whether it has this size and format.
    pub(crate) fn fits(&self, size: [u32; 2], format: Format) -> bool {
        self.image.size() == size && self.format == format
    }

    /// The render pass that enlarges it.
    pub(crate) fn pass<'a>(&'a self, pipeline: &'a Pipeline, target: &'a Image) -> RenderPass<'a> {
        RenderPass {
            label: "enlarging",
            color: Some(Color {
                image: target,
                resolve: None,
                keep: false,
                stays: false,
            }),
            depth: None,
            draws: vec![Draw {
                pipeline,
                sets: vec![&self.bindings],
                push: &[],
                indices: None,
                count: 3,
                instances: 1,
                cull: false,
                mirrored: false,
                scissor: None,
            }],
        }
    }
}

/// Size of the smaller picture, pixels.
pub(crate) fn reduced(size: [u32; 2], scale: f32) -> [u32; 2] {
    size.map(|pixels| ((pixels as f32 * scale) as u32).max(1))
}

/// The same view in the smaller picture.
pub(crate) fn in_fewer_pixels<'a>(frame: &Frame<'a>, scale: f32) -> Frame<'a> {
    Frame {
        viewpoint: Viewpoint {
            margins: frame.viewpoint.margins.map(|margin| margin * scale),
            ..frame.viewpoint
        },
        ..*frame
    }
}
