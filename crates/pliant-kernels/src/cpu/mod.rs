//! A CPU implementation of each pass, in the folder and under the name of its shader.

pub(crate) mod accumulate;
mod advance;
pub(crate) mod build;
mod closest;
pub(crate) mod collide;
pub(crate) mod contact;
pub(crate) mod couple;
pub(crate) mod fields;
pub(crate) mod filter;
pub(crate) mod fluid;
pub(crate) mod friction;
pub(crate) mod grid;
pub(crate) mod hinge;
pub(crate) mod intersection;
mod math;
pub(crate) mod mesh;
pub(crate) mod particles;
pub(crate) mod rigid;
pub(crate) mod shapes;
pub(crate) mod solve;
pub(crate) mod surface;
pub(crate) mod sweep;
pub(crate) mod tree;

use pliant_passes::pass::Call;
use pliant_passes::passes::{PassId, view};

macro_rules! implementations {
    ($($folder:ident { $($(#[doc = $doc:literal])* $name:ident: $id:ident ($($row:tt)*) { $($slots:tt)* })* })*) => {
        /// Runs a pass by its CPU implementation.
        pub fn run(pass: PassId, call: &mut Call<'_>) {
            match pass { $($(PassId::$id => $folder::$name::$name(view::$id::of(call)),)*)* }
        }
    };
}
pliant_passes::pass_table!(implementations);
