//! Manifolds and joints as blocks of two bodies: CPU implementations of `shaders/rigid/blocks/`.

pub(super) mod block;
pub(super) mod changed_velocities;
pub(super) mod displacements;
pub(super) mod ends;
pub(super) mod friction_cone;
pub(super) mod impact;
pub(super) mod surface_motion;
pub(super) mod velocities;
