//! CPU implementations of `shaders/particles/`.

mod compute_normals;
mod compute_tangents;
mod compute_wind;
mod damp_velocities;
mod fit_rigid_motion;
mod generate_particles;
mod move_anchors;
mod move_pins;
mod predict_particles;
mod update_velocities;
mod write_embedded_vertices;
mod write_vertices;

pub(crate) use compute_normals::compute_normals;
pub(crate) use compute_tangents::compute_tangents;
pub(crate) use compute_wind::compute_wind;
pub(crate) use damp_velocities::damp_velocities;
pub(crate) use fit_rigid_motion::fit_rigid_motion;
pub(crate) use generate_particles::generate_particles;
pub(crate) use move_anchors::move_anchors;
pub(crate) use move_pins::move_pins;
pub(crate) use predict_particles::predict_particles;
pub(crate) use update_velocities::update_velocities;
pub(crate) use write_embedded_vertices::write_embedded_vertices;
pub(crate) use write_vertices::write_vertices;
