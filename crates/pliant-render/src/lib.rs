//! Draws a scene to an image, with or without a window. Read [`Renderer`] first: its frames are lists of items
//! (`items.rs`) over the scene's packed vertices (`geometry.rs`) or the simulation's.
#![forbid(unsafe_code)]

mod bounds;
mod fluids;
mod frame;
mod geometry;
mod ground;
mod items;
mod lights;
mod materials;
mod orbit;
mod overlay;
mod programs;
mod renderer;
mod resources;
mod shadow;
mod shapes;
mod steps;
mod targets;
mod viewpoint;
mod world;

pub use bounds::Bounds;
pub use frame::{Frame, Show, Simulated};
pub use orbit::OrbitCamera;
pub use overlay::Overlay;
pub use renderer::Renderer;
pub use viewpoint::{Lens, Ray, Viewpoint};

use pliant_passes::EngineError;

/// Why a picture could not be drawn.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Memory or device.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The picture has no pixels, or too many.
    #[error(
        "a picture of {width}x{height} can't be drawn: each side has 1 to {largest} pixels, choose another --size"
    )]
    Size {
        /// As asked for.
        width: u32,
        /// As asked for.
        height: u32,
        /// What the device can.
        largest: u32,
    },
}

/// How much work goes into a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RenderOptions {
    /// Samples a pixel.
    pub samples: u32,
    /// Texels along a side of the sun's shadow map.
    pub shadow_size: u32,
    /// Looks into it for a pixel.
    pub shadow_taps: u32,
}

impl RenderOptions {
    /// What pictures get.
    pub const FULL: Self = Self {
        samples: 4,
        shadow_size: 2048,
        shadow_taps: 32,
    };
    /// What a window gets on a device that is a CPU.
    pub const LIGHT: Self = Self {
        samples: 1,
        shadow_size: 768,
        shadow_taps: 4,
    };
}

impl Default for RenderOptions {
    fn default() -> Self {
        Self::FULL
    }
}
