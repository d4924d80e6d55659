//! CPU implementation of `shaders/rigid/solve_contacts.comp`.

use super::colors::{Colors, Packet};
use crate::cpu::lanes::{Lanes, Vec3s, lanes};
use crate::cpu::rigid::blocks::block::Manifolds;
use crate::cpu::rigid::blocks::friction_cone::{Across, Friction};
use crate::cpu::rigid::blocks::surface_motion::Surfaces;
use crate::views::view::SolveContacts;
use pliant_passes::types::{POINTS, RigidStep};
use std::ops::Range;

pub(crate) fn solve_contacts(pass: &SolveContacts<'_>, invocations: Range<usize>) {
    let colors = [pass.params.color, pass.params.color_dispatches];
    let colors = Colors::new(&pass.colored, &pass.manifolds, colors);
    colors.solve(pass.features, invocations, |packet| solve(pass, &packet));
}

fn solve(pass: &SolveContacts<'_>, packet: &Packet) {
    let pairs = packet.pairs;
    let mut manifolds = pairs.map(|pair| pass.manifolds.get(pair));
    let points = manifolds.map(|manifold| manifold.points);
    let bodies = pairs.map(|pair| pass.colored.pairs[pair].bodies);
    let ends = [0, 1].map(|end| bodies.map(|bodies| pass.steps.get(bodies[end] as usize)));
    let contact = |k: usize, i: usize| pass.contacts.get(POINTS as usize * pairs[k] + i);
    let mut block = Manifolds::load(ends, points, contact);
    let surfaces = Surfaces::of_displacements(pass.surface_motions, pass.features);
    block.add_surface_motion(packet, surfaces);
    block.add_motion();
    let before = block.normal_impulse();
    block.solve_normals();
    let presses = (before + block.normal_impulse()).simd_ne(Lanes::ZERO);
    if !presses.any() {
        return;
    }
    store_lambdas(pass, packet, points, &block);
    let frame = &pass.frame[0];
    let slips = pairs.map(|pair| pass.slips[pair]);
    let slip = across(slips);
    let tangent = manifolds.map(|m| [m.tangent[0], m.tangent[1], m.tangent[2], m.twist]);
    let mut lambda = across(tangent);
    let pair = Friction::of(manifolds.map(|manifold| manifold.coefficients));
    block.solve_friction(presses, pair, frame.h * frame.rest_speed, slip, &mut lambda);
    let tangents = lambda.tangent.rows().map(Lanes::to_array);
    let twists = lambda.twist.to_array();
    for k in 0..packet.count {
        let [x, y, z, _] = tangents[k];
        (manifolds[k].tangent, manifolds[k].twist) = ([x, y, z], twists[k]);
        pass.manifolds.set(pairs[k], manifolds[k]);
    }
    let store =
        |end: usize| move |k: usize, step: RigidStep| pass.steps.set(bodies[k][end] as usize, step);
    block.a.store(packet.count, store(0));
    block.b.store(packet.count, store(1));
}

/// A vector and a number in each lane.
#[inline(always)]
pub(super) fn across(all: [[f32; 4]; 4]) -> Across {
    Across {
        tangent: Vec3s {
            x: lanes(|k| all[k][0]),
            y: lanes(|k| all[k][1]),
            z: lanes(|k| all[k][2]),
        },
        twist: lanes(|k| all[k][3]),
    }
}

/// Stores λ of the normals.
#[inline(always)]
fn store_lambdas(pass: &SolveContacts<'_>, packet: &Packet, points: [u32; 4], block: &Manifolds) {
    for (i, point) in block.points().iter().enumerate() {
        let lambdas = point.lambda.to_array();
        for k in 0..packet.count {
            if i < points[k] as usize {
                let at = POINTS as usize * packet.pairs[k] + i;
                pass.contacts
                    .update(at, |contact| contact.lambda = lambdas[k]);
            }
        }
    }
}
