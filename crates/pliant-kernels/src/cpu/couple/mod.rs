//! CPU implementations of the passes in `shaders/couple/`.

pub(super) mod activate_particle_contacts;
pub(super) mod apply_particle_restitution;
pub(super) mod apply_rigid_impulses;
pub(super) mod apply_rigid_restitution;
pub(super) mod find_vertex_faces;
pub(super) mod solve_particle_contacts;
pub(super) mod solve_rigid_attachments;
pub(super) mod solve_vertex_face_contacts;
mod static_colors;
pub(super) mod sum_rigid_impulses;
mod sums;
mod vertex_face;
