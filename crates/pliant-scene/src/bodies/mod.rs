//! Deformable bodies: cloth, ropes, soft bodies, balloons and fluids.

pub(crate) mod attach;
pub(crate) mod body;
pub(crate) mod closed;
pub(crate) mod defaults;
pub(crate) mod deformables;
pub(crate) mod emitter;
pub(crate) mod falling;
pub(crate) mod fluid;
pub(crate) mod particles;
pub(crate) mod selectors;
pub(crate) mod soft;
pub(crate) mod unweld;
