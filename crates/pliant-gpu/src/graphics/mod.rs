//! A small safe layer for drawing: images, bindings, pipelines and windows, and frames as data.
//!
//! Read [`Graphics::submit`] first: a frame is a list of [`Step`]s that is recorded, run and waited for. A resource can therefore not
//! be destroyed while a frame uses it.

mod bindings;
mod buffer;
mod context;
mod format;
mod frame;
mod image;
mod pipeline;
mod sampler;
mod transfer;
mod transition;
mod window;

pub use bindings::{Bindings, Kind, Resource, SetLayout, SimulatedBuffer, Slot};
pub use buffer::DrawBuffer;
pub use context::Graphics;
pub use format::{Format, Role};
pub use frame::{Color, Depth, Draw, Indices, RenderPass, Step};
pub use image::Image;
pub use pipeline::{Blend, DepthUse, Pipeline, PipelineOptions, Topology};
pub use sampler::{Sampler, SamplerOptions, Wrap};
pub use window::{Picture, Window};
