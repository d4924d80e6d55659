//! CPU implementation of `shaders/rigid/pose_colliders.comp`.

use crate::cpu::rotation::rotated;
use crate::views::view::PoseColliders;
use glam::{Quat, Vec3};

pub(crate) fn pose_colliders(pass: &PoseColliders<'_>, i: usize) {
    let params = pass.params;
    if i >= params.colliders as usize || pass.parts[i].carried == 0 {
        return;
    }
    let part = &pass.parts[i];
    let state = &pass.states[part.body as usize];
    let step = &pass.steps[part.body as usize];
    let turn = Quat::from_array(part.rotation);
    let offset = Vec3::from(part.offset);
    let set_pose = |at: usize, rotation: Quat, center: Vec3| {
        pass.poses.update(at, |pose| {
            pose.rotation = (rotation * turn).to_array();
            pose.translation = (center + rotation * offset).to_array();
        });
    };
    let rotation = Quat::from_array(state.rotation);
    let center = Vec3::from(state.position);
    let now = params.first_pose as usize + i;
    set_pose(now - params.colliders as usize, rotation, center);
    let later = rotated(step.rotation.into(), rotation);
    set_pose(now, later, center + Vec3::from(step.displacement));
}
