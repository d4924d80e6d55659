//! A plain Rust twin of each compute pass, in the folders and under the names of the shaders.

mod advance;
pub(crate) mod build;
mod closest;
pub(crate) mod collide;
pub(crate) mod couple;
pub(crate) mod fields;
pub(crate) mod filter;
pub(crate) mod fluid;
pub(crate) mod friction;
pub(crate) mod grid;
pub(crate) mod hinge;
mod math;
pub(crate) mod mesh;
pub(crate) mod particles;
pub(crate) mod rigid;
pub(crate) mod shapes;
pub(crate) mod solve;
pub(crate) mod sweep;
pub(crate) mod tally;
pub(crate) mod tangle;
pub(crate) mod touch;
pub(crate) mod tree;
