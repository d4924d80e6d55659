//! Twins of `shaders/collide/`.

mod find_collider_contacts;
mod solve_collider_contacts;

pub(crate) use find_collider_contacts::find_collider_contacts;
pub(crate) use solve_collider_contacts::solve_collider_contacts;
