//! Twins of `shaders/particles/`.

mod anchor;
mod damp;
mod generate;
mod motion;
mod normals;
mod pin;
mod predict;
mod ride;
mod tangents;
mod velocity;
mod wind;
mod write_back;

pub(crate) use anchor::anchor;
pub(crate) use damp::damp;
pub(crate) use generate::generate;
pub(crate) use motion::motion;
pub(crate) use normals::normals;
pub(crate) use pin::pin;
pub(crate) use predict::predict;
pub(crate) use ride::ride;
pub(crate) use tangents::tangents;
pub(crate) use velocity::velocity;
pub(crate) use wind::wind;
pub(crate) use write_back::write_back;
