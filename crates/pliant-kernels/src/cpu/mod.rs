//! A CPU implementation of each pass, in the folder and under the name of its shader.

pub(crate) mod accumulate;
pub(crate) mod build;
mod closest;
pub(crate) mod collide;
pub(crate) mod contact;
pub(crate) mod couple;
mod coupled;
mod crossing;
mod edge_triangle;
pub(crate) mod fields;
pub(crate) mod filter;
pub(crate) mod fluid;
pub(crate) mod friction;
pub(crate) mod grid;
pub(crate) mod hinge;
pub(crate) mod intersection;
mod lanes;
mod list;
mod math;
pub(crate) mod mesh;
mod motion_bound;
pub(crate) mod particles;
mod refit;
pub(crate) mod rigid;
mod rotation;
pub(crate) mod shapes;
pub(crate) mod solve;
mod surface_displacement;
pub(crate) mod sweep;
pub(crate) mod tree;

use crate::views::{Call, Invocations, view};
use pliant_passes::passes::PassId;
use std::ops::Range;

/// Calls a CPU implementation for the invocations that `run` asks for.
macro_rules! call {
    ($folder:ident, $name:ident, $id:ident, $call:ident, $run:ident, range) => {{
        let view = view::$id::of($call);
        $run(&|range| $folder::$name::$name(&view, range));
    }};
    ($folder:ident, $name:ident, $id:ident, $call:ident, $run:ident, $unit:ident) => {{
        let view = view::$id::of($call);
        $run(&|range| call_each(&view, range, $folder::$name::$name));
    }};
}

/// Calls a CPU implementation for some invocations. As an argument of a function, the view is known not to change, so that its
/// fields stay in registers.
#[inline(never)]
fn call_each<V>(view: &V, invocations: Range<usize>, implementation: impl Fn(&V, usize)) {
    for at in invocations {
        implementation(view, at);
    }
}

macro_rules! implementations {
    ($($folder:ident { $($(#[doc = $doc:literal])* $name:ident: $id:ident ($unit:ident $($row:tt)*) { $($slots:tt)* })* })*) => {
        /// Runs a pass by its CPU implementation: `run` calls it for the invocations of the dispatch.
        pub(crate) fn run(pass: PassId, call: &Call<'_>, run: &dyn Fn(&Invocations<'_>)) {
            match pass { $($(PassId::$id => call!($folder, $name, $id, call, run, $unit),)*)* }
        }
    };
}
pliant_passes::pass_table!(implementations);
