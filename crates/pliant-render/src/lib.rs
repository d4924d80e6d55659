//! Draws a scene to an image, with or without a window. Read [`Renderer`] first. A frame is a list of draw items
//! (`items.rs`). They read the scene's packed vertices (`geometry.rs`) or the simulation's vertices.
#![forbid(unsafe_code)]

mod bounds;
mod capsule;
mod enlarged;
mod error;
mod fluids;
mod frame;
mod geometry;
mod ground;
mod items;
mod lights;
mod materials;
mod options;
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
pub use error::Error;
pub use frame::{Colors, Frame, Show, Simulated};
pub use options::RenderOptions;
pub use orbit::OrbitCamera;
pub use overlay::Overlay;
pub use renderer::Renderer;
pub use viewpoint::{Lens, Ray, Viewpoint};
