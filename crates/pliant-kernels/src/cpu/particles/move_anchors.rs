//! CPU implementation of `shaders/particles/move_anchors.comp`.

use crate::cpu::math::{to_world, xyz};
use crate::views::view::MoveAnchors;
use pliant_passes::types::NONE;

pub(crate) fn move_anchors(pass: &MoveAnchors<'_>, at: usize) {
    if at >= pass.params.count as usize {
        return;
    }
    let mut attachment = pass.attachments.get(at);
    if attachment.node == NONE {
        return;
    }
    let transform = |matrix: u32| to_world(pass.matrices, matrix, attachment.local);
    let matrix = pass.params.first_matrix + attachment.node;
    let target = transform(matrix);
    let before = transform(matrix - pass.params.matrices);
    let start = xyz(pass.position[attachment.own[0] as usize]);
    attachment.offset = (target - start).to_array();
    attachment.target_displacement = (target - before).to_array();
    pass.attachments.set(at, attachment);
}
