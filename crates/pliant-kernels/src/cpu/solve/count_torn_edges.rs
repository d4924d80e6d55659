//! CPU implementation of `shaders/solve/count_torn_edges.comp`.

use crate::cpu::math::xyz;
use crate::views::view::CountTornEdges;
use pliant_passes::types::STATUS_TORN;

pub(crate) fn count_torn_edges(pass: &CountTornEdges<'_>, at: usize) {
    if at >= pass.params.count as usize {
        return;
    }
    let edge = pass.edges[at];
    let [a, b] = [edge.a, edge.b].map(|p| xyz(pass.position[p as usize]));
    if a.distance(b) > edge.tear_length {
        pass.status.add(STATUS_TORN as usize, 1);
    }
}
