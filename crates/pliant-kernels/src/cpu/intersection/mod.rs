//! CPU implementations of `shaders/intersection/`.

pub(super) mod apply_intersections;
mod constraint;
mod direction;
pub(super) mod find_intersections;
pub(super) mod solve_intersections;
