//! Loading of scenes: every key and format, and how bad files are refused.

mod bad_physics;
mod basis;
mod bodies;
mod border;
mod colliders;
mod common;
mod compressed;
mod deformables;
mod draco;
mod drawing;
mod fuzz;
mod gravity;
mod joints;
mod keys;
mod omi;
mod omi_joints;
mod rigid;
mod scenes;
mod skins;
mod triggers;
