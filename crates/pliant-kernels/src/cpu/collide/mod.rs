//! CPU implementations of the passes in `shaders/collide/`.

pub(super) mod bound_colliders;
pub(super) mod deform_faces;
pub(super) mod deforming;
pub(super) mod find_collider_contacts;
pub(super) mod refit_collider_tree;
pub(super) mod refit_meshes;
pub(super) mod solve_collider_contacts;
