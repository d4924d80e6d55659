//! Twin of `shaders/particles/anchor.comp`.

use crate::cpu::math::xyz;
use crate::passes::view::Anchors;
use crate::types::NONE;
use glam::Vec3;

pub(crate) fn anchor(pass: Anchors<'_>) {
    let placed = |matrix: u32, local: [f32; 3]| -> Vec3 {
        let m = &pass.matrices[4 * matrix as usize..][..4];
        xyz(m[0]) * local[0] + xyz(m[1]) * local[1] + xyz(m[2]) * local[2] + xyz(m[3])
    };
    let attachments = &mut pass.attachments[..pass.params.count as usize];
    for attachment in attachments.iter_mut().filter(|a| a.node != NONE) {
        let matrix = pass.params.first_matrix + attachment.node;
        let target = placed(matrix, attachment.local);
        let before = placed(matrix - pass.params.matrices, attachment.local);
        let start = xyz(pass.position[attachment.own[0] as usize]);
        attachment.offset = (target - start).to_array();
        attachment.carried = (target - before).to_array();
    }
}
