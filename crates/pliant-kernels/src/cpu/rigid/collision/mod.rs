//! Contact points of two colliders: CPU implementations of `shaders/rigid/collision/`.

pub(super) mod boxes;
pub(super) mod candidates;
pub(super) mod fit_surface;
pub(super) mod leaving;
pub(super) mod manifold;
pub(super) mod overlap;
pub(super) mod probe;
pub(super) mod segments;
pub(super) mod separating_axis;
pub(super) mod try_segment;
