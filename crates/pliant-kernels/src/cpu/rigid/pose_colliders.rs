//! CPU implementation of `shaders/rigid/pose_colliders.comp`.

use super::rotated;
use glam::{Quat, Vec3};
use pliant_passes::passes::view::PoseColliders;

pub(crate) fn pose_colliders(pass: PoseColliders<'_>) {
    let params = pass.params;
    for (i, part) in pass.parts.iter().enumerate().take(params.parts as usize) {
        if part.carried == 0 {
            continue;
        }
        let state = &pass.states[part.body as usize];
        let step = &pass.steps[part.body as usize];
        let turn = Quat::from_array(part.rotation);
        let offset = Vec3::from(part.offset);
        let mut set_pose = |at: usize, rotation: Quat, center: Vec3| {
            pass.poses[at].rotation = (rotation * turn).to_array();
            pass.poses[at].translation = (center + rotation * offset).to_array();
        };
        let rotation = Quat::from_array(state.rotation);
        let center = Vec3::from(state.position);
        let now = params.first_pose as usize + i;
        set_pose(now - params.colliders as usize, rotation, center);
        let later = rotated(step.rotation.into(), rotation);
        set_pose(now, later, center + Vec3::from(step.displacement));
    }
}
