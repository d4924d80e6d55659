//! CPU implementation of `shaders/particles/move_anchors.comp`.

use crate::cpu::math::{to_world, xyz};
use pliant_passes::passes::view::MoveAnchors;
use pliant_passes::types::NONE;

pub(crate) fn move_anchors(pass: MoveAnchors<'_>) {
    let transform = |matrix: u32, local| to_world(pass.matrices, matrix, local);
    let attachments = &mut pass.attachments[..pass.params.count as usize];
    for attachment in attachments.iter_mut().filter(|a| a.node != NONE) {
        let matrix = pass.params.first_matrix + attachment.node;
        let target = transform(matrix, attachment.local);
        let before = transform(matrix - pass.params.matrices, attachment.local);
        let start = xyz(pass.position[attachment.own[0] as usize]);
        attachment.offset = (target - start).to_array();
        attachment.target_displacement = (target - before).to_array();
    }
}
