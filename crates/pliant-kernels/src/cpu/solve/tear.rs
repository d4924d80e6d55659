//! Twin of `shaders/solve/tear.comp`.

use crate::cpu::math::xyz;
use crate::passes::view::Tear;
use crate::types::STATUS_TORN;

pub(crate) fn tear(pass: Tear<'_>) {
    let at = |p: u32| xyz(pass.position[p as usize]);
    let edges = &pass.edges[..pass.params.count as usize];
    let long = edges
        .iter()
        .filter(|edge| at(edge.a).distance(at(edge.b)) > edge.longest);
    pass.status[STATUS_TORN as usize] += long.count() as u32;
}
