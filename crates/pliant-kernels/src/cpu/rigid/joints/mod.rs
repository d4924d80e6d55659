//! Joints and trees of them: CPU implementations of `shaders/rigid/joints/`.

pub(super) mod articulated;
pub(super) mod joint;
pub(super) mod joint_equations;
pub(super) mod joint_rows;
