//! Scenes of soft bodies and balloons.

pub(super) mod balloon;
pub(super) mod balloon_crowd;
pub(super) mod bunnies;
pub(super) mod cantilever;
pub(super) mod jelly;
pub(super) mod scramble;
pub(super) mod soft_pile;
