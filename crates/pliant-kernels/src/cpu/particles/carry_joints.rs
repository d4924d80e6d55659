//! CPU implementation of `shaders/particles/carry_joints.comp`.

use crate::cpu::rotation::rotated;
use crate::views::view::CarryJoints;
use glam::{Quat, Vec3, Vec4};

pub(crate) fn carry_joints(pass: &CarryJoints<'_>, i: usize) {
    let params = pass.params;
    if i >= params.count as usize {
        return;
    }
    let joint = pass.joints[i];
    let state = &pass.states[joint.body as usize];
    let (start, turn) = (Vec3::from(state.position), Quat::from_array(state.rotation));
    let (mut center, mut rotation) = (start, turn);
    let mut then = params.first_local;
    if params.ended == 0 {
        let step = &pass.steps[joint.body as usize];
        center += Vec3::from(step.displacement);
        rotation = rotated(step.rotation.into(), turn);
        then -= params.locals;
    }
    let before = params.first_matrix - params.matrices + joint.matrix;
    carry(pass, before, then + i as u32, (start, turn));
    let now = params.first_matrix + joint.matrix;
    carry(pass, now, params.first_local + i as u32, (center, rotation));
}

/// `local`: the joint's matrix in the body's frame.
fn carry(pass: &CarryJoints<'_>, matrix: u32, local: u32, (center, rotation): (Vec3, Quat)) {
    for column in 0..4 {
        let own = Vec4::from(pass.locals[(4 * local + column) as usize]);
        let turned = rotation * own.truncate() + own.w * center;
        pass.matrices.set(
            (4 * matrix + column) as usize,
            turned.extend(own.w).to_array(),
        );
    }
}
