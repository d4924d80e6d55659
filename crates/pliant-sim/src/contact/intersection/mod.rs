//! Intersections of deformable surfaces, edge by triangle, and their resolution (docs/method.md §31).

mod contours;
mod intersection_buffers;
mod mesh;
mod plan;
mod record;
mod resolving;
mod surfaces;

pub(super) use intersection_buffers::IntersectionBuffers;
pub(crate) use plan::Plan;
pub(crate) use resolving::{RECENT_FOR, Resolving};
pub(super) use surfaces::Intersections;
