//! CPU implementation of `shaders/rigid/accumulate_slip.comp`.

use super::colors::{HasPoints, Packet, packets};
use super::disturb::disturb;
use super::solve_contacts::across;
use crate::cpu::lanes::{LANES, Lanes};
use crate::cpu::rigid::blocks::block::Manifolds;
use crate::cpu::rigid::blocks::friction_cone::Friction;
use crate::cpu::rigid::blocks::surface_motion::Surfaces;
use crate::views::view::AccumulateSlip;
use pliant_passes::types::{
    DISTURBED_AT_ONCE, DISTURBED_SLOWLY, HIT_SPEED, POINTS, RIGID_DRIVEN, RIGID_MOVES, RigidContact,
};
use std::ops::Range;

pub(crate) fn accumulate_slip(pass: &AccumulateSlip<'_>, invocations: Range<usize>) {
    let params = pass.params;
    let count = pass.starts[params.colliders as usize].min(params.capacity) as usize;
    let own = invocations.start..invocations.end.min(count);
    let has_points = |pair: &usize| pass.manifolds.has_points(*pair);
    for pair in own.clone() {
        if has_points(&pair) {
            disturb_sleeper(pass, pair);
        } else {
            pass.slips.set(pair, [0.0; 4]);
        }
    }
    packets(own.filter(has_points), LANES, |packet| {
        accumulate(pass, &packet);
    });
}

/// Where one body of a pair sleeps, marks it if the other one disturbs it.
fn disturb_sleeper(pass: &AccumulateSlip<'_>, pair: usize) {
    let [a, b] = pass.pairs[pair].bodies;
    let sleeps = |body: u32| pass.rigids[body as usize].sleeps();
    let (sleeper, other) = match [a, b].map(sleeps) {
        [true, _] => (a, b),
        [false, true] => (b, a),
        [false, false] => return,
    };
    let most = disturbance(pass, pair, other);
    if most != 0 {
        disturb(&pass.motion_bounds, &pass.status, sleeper, most);
    }
}

/// How a body disturbs the sleeping one of a pair, by the contact point where it does most.
fn disturbance(pass: &AccumulateSlip<'_>, pair: usize, other: u32) -> u32 {
    let pressed = match pass.rigids[other as usize].activity {
        RIGID_DRIVEN => DISTURBED_AT_ONCE,
        RIGID_MOVES => DISTURBED_SLOWLY,
        _ => 0,
    };
    let points = 0..pass.manifolds[pair].points as usize;
    let contacts = points.map(|i| pass.contacts[POINTS as usize * pair + i]);
    let pressing = contacts.filter(|contact| contact.lambda > 0.0);
    let of = |contact| match hits(pass, other, &contact) {
        true => DISTURBED_AT_ONCE,
        false => pressed,
    };
    pressing.map(of).max().unwrap_or(0)
}

/// Whether a body hits the sleeping one at a contact point.
fn hits(pass: &AccumulateSlip<'_>, other: u32, contact: &RigidContact) -> bool {
    let frame = &pass.frame[0];
    let changed = contact.lambda * pass.velocities[other as usize].inverse_mass / frame.h;
    changed.max(-contact.normal_velocity) > HIT_SPEED * frame.rest_speed
}

fn accumulate(pass: &AccumulateSlip<'_>, packet: &Packet) {
    let surfaces = Surfaces::of_velocities(pass.surface_motions, pass.features, pass.frame[0].h);
    let contact = |at: usize| pass.contacts[at];
    let of = (&pass.pairs, &pass.manifolds);
    let block = Manifolds::load_ends(packet, of.0, of.1, contact, &pass.velocities, surfaces);
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
