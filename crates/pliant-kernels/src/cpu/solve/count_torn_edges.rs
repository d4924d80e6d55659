//! CPU implementation of `shaders/solve/count_torn_edges.comp`.

use crate::cpu::math::xyz;
use pliant_passes::passes::view::CountTornEdges;
use pliant_passes::types::STATUS_TORN;

pub(crate) fn count_torn_edges(pass: CountTornEdges<'_>) {
    let at = |p: u32| xyz(pass.position[p as usize]);
    let edges = &pass.edges[..pass.params.count as usize];
    let long = edges
        .iter()
        .filter(|edge| at(edge.a).distance(at(edge.b)) > edge.tear_length);
    pass.status[STATUS_TORN as usize] += long.count() as u32;
}
