//! CPU implementation of `shaders/rigid/measure_impacts.comp`.

use super::colors::{HasPoints, Packet, packets};
use crate::cpu::lanes::LANES;
use crate::cpu::rigid::blocks::block::Manifolds;
use crate::cpu::rigid::blocks::impact::load_impact;
use crate::cpu::rigid::blocks::surface_motion::Surfaces;
use crate::views::view::MeasureImpacts;
use pliant_passes::types::{AFTER_RESTITUTION, POINTS};
use std::ops::Range;

pub(crate) fn measure_impacts(pass: &MeasureImpacts<'_>, invocations: Range<usize>) {
    let count = pass.starts[pass.params.colliders as usize].min(pass.params.capacity) as usize;
    if pass.params.stage == AFTER_RESTITUTION && pass.impacts.get(0) == 0 {
        return;
    }
    let own = invocations.start..invocations.end.min(count);
    let touching = own.filter(|pair| pass.manifolds.has_points(*pair));
    packets(touching, LANES, |packet| measure(pass, &packet));
}

fn measure(pass: &MeasureImpacts<'_>, packet: &Packet) {
    let manifolds = packet.pairs.map(|pair| pass.manifolds[pair]);
    let surfaces = Surfaces::of_velocities(pass.surface_motions, pass.features, pass.frame[0].h);
    let contact = |at: usize| pass.contacts.get(at);
    let of = (&pass.pairs, &pass.manifolds);
    let mut block = Manifolds::load_ends(packet, of.0, of.1, contact, &pass.velocities, surfaces);
    for (i, point) in block.points().iter().enumerate() {
        let speeds = point.separation.to_array();
        for (k, speed) in speeds.into_iter().enumerate().take(packet.count) {
            if i < manifolds[k].points as usize {
                let at = POINTS as usize * packet.pairs[k] + i;
                pass.contacts
                    .update(at, |contact| contact.normal_velocity = speed);
            }
        }
    }
    if pass.params.stage == AFTER_RESTITUTION {
        return;
    }
    let hits = load_impact(&mut block, packet, &manifolds, contact, &pass.frame[0]);
    if hits.to_bitmask() & ((1 << packet.count) - 1) != 0 {
        pass.impacts.atomic(0, 0).max(1);
    }
}
