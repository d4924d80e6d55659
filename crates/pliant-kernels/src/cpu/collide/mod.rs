//! Twins of `shaders/collide/`.

mod contact;
mod detect;

pub(crate) use contact::contact;
pub(crate) use detect::detect;
