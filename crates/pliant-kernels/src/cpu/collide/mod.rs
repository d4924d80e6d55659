//! CPU implementations of the passes in `shaders/collide/`.

pub(super) mod find_collider_contacts;
pub(super) mod solve_collider_contacts;
