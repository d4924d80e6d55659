//! Colliders: their motion (`kinematic.rs`), their meshes, the meshes that deform, the tree over all of them, and triggers.

pub(crate) mod carried_joints;
pub(crate) mod collider_tree;
pub(crate) mod collision_meshes;
pub(crate) mod deforming;
pub(crate) mod deforming_boxes;
pub(crate) mod kinematic;
pub(crate) mod triggers;
