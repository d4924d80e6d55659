//! CPU implementation of `shaders/rigid/accumulate_slip.comp`.

use super::colors::{HasPoints, Packet, packets};
use super::friction_cone::Friction;
use super::manifolds::Manifolds;
use super::solve_contacts::across;
use crate::cpu::lanes::{LANES, Lanes};
use crate::views::view::AccumulateSlip;
use std::ops::Range;

pub(crate) fn accumulate_slip(pass: &AccumulateSlip<'_>, invocations: Range<usize>) {
    let params = pass.params;
    let count = pass.starts[params.parts as usize].min(params.capacity) as usize;
    let own = invocations.start..invocations.end.min(count);
    let has_points = |pair: &usize| pass.manifolds.has_points(*pair);
    for pair in own.clone().filter(|pair| !has_points(pair)) {
        pass.slips.set(pair, [0.0; 4]);
    }
    packets(own.filter(has_points), LANES, |packet| {
        accumulate(pass, &packet);
    });
}

fn accumulate(pass: &AccumulateSlip<'_>, packet: &Packet) {
    let contact = |at: usize| pass.contacts[at];
    let of = (&pass.pairs, &pass.manifolds);
    let block = Manifolds::of_velocities(packet, of.0, of.1, contact, &pass.velocities);
    let manifolds = packet.pairs.map(|pair| pass.manifolds[pair]);
    let slip = across(packet.pairs.map(|pair| pass.slips.get(pair)));
    let pair = Friction::of(manifolds.map(|manifold| manifold.coefficients));
    let slip = block.accumulated_slip(pair, pass.frame[0].h, slip);
    let (tangents, twists) = (
        slip.tangent.rows().map(Lanes::to_array),
        slip.twist.to_array(),
    );
    for k in 0..packet.count {
        let [x, y, z, _] = tangents[k];
        pass.slips.set(packet.pairs[k], [x, y, z, twists[k]]);
    }
}
