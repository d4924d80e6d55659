//! CPU implementation of `shaders/particles/move_anchors.comp`.

use crate::cpu::math::xyz;
use crate::cpu::particles::matrix::to_world;
use crate::memory::Read;
use crate::views::view::MoveAnchors;
use glam::Vec3;
use pliant_passes::types::NONE;

pub(crate) fn move_anchors(pass: &MoveAnchors<'_>, at: usize) {
    if at >= pass.params.count as usize {
        return;
    }
    let mut attachment = pass.attachments.get(at);
    if attachment.on_surface != 0 {
        let mean = |values: Read<'_, [f32; 3]>, first: u32| -> Vec3 {
            let at = attachment
                .vertices
                .map(|v| Vec3::from(values[(v - first) as usize]));
            let weights = attachment.vertex_weights;
            weights[0] * at[0] + weights[1] * at[1] + weights[2] * at[2]
        };
        let start = xyz(pass.position[attachment.own[0] as usize]);
        let target = mean(pass.vertices, 0);
        let moved = mean(pass.vertex_motions, pass.params.first_vertex);
        attachment.offset = (target - start).to_array();
        attachment.target_displacement = moved.to_array();
        pass.attachments.set(at, attachment);
        return;
    }
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
