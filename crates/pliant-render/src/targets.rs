//! Intermediate images of a picture.

use pliant_gpu::graphics::{Format, Graphics, Image, Role};
use pliant_passes::EngineError;

/// Intermediate images of one size and format.
pub(crate) struct Targets {
    pub(crate) size: [u32; 2],
    pub(crate) format: Format,
    /// The multisampled colour image; `None` for one sample a pixel.
    pub(crate) samples: Option<Image>,
    pub(crate) depth: Image,
}

impl Targets {
    pub(crate) fn new(
        graphics: &Graphics,
        size: [u32; 2],
        format: Format,
        samples: u32,
    ) -> Result<Self, EngineError> {
        let image =
            |name, format| Image::new(graphics, name, format, Role::Transient, size, samples);
        Ok(Self {
            size,
            format,
            samples: (samples > 1)
                .then(|| image("samples", format))
                .transpose()?,
            depth: image("depth", Format::Depth)?,
        })
    }
}
