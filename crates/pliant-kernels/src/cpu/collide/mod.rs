//! Twins of `shaders/collide/`.

mod contact;
mod detect;

pub(crate) use contact::{carried_from, contact};
pub(crate) use detect::detect;
