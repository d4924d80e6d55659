//! CPU implementations of `shaders/particles/`.

pub(super) mod apply_forces;
pub(super) mod carry_joints;
pub(super) mod compute_normals;
pub(super) mod compute_tangents;
pub(super) mod compute_wind;
pub(super) mod damp_velocities;
pub(super) mod deform_vertices;
pub(super) mod fit_rigid_motion;
pub(super) mod generate_particles;
mod matrix;
pub(super) mod move_anchors;
pub(super) mod move_pins;
pub(super) mod predict_particles;
pub(super) mod update_velocities;
pub(super) mod write_embedded_vertices;
pub(super) mod write_vertices;
