//! CPU implementations of the passes in `shaders/rigid/`.

pub(super) mod accumulate_slip;
pub(super) mod apply_loads;
pub(super) mod apply_restitution;
pub(super) mod assign_colors;
mod blocks;
pub(super) mod bound_motion;
pub(super) mod claim_bodies;
pub(super) mod collide_boxes;
pub(super) mod collide_shapes;
mod collision;
mod coloring;
mod colors;
pub(super) mod count_pairs;
mod disturb;
pub(super) mod drag_rigid;
pub(super) mod find_collider_pairs;
mod joints;
pub(super) mod load_velocities;
pub(super) mod match_contacts;
pub(super) mod measure_impacts;
mod pair_key;
pub(super) mod pose_colliders;
pub(super) mod predict_rigids;
pub(super) mod propose_colors;
pub(super) mod remove_stabilization_velocity;
pub(super) mod solve_contacts;
pub(super) mod solve_joints;
pub(super) mod solve_velocities;
pub(super) mod sort_pairs;
pub(super) mod store_velocities;
pub(super) mod update_rigid_velocities;

pub use collision::overlap::{Placed, overlap};
