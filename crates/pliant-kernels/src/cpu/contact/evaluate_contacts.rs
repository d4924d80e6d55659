//! CPU implementation of `shaders/contact/evaluate_contacts.comp`.

use super::facing::Facing;
use super::inner::{ends_at_collider, is_inner};
use super::released::{Release, release_of, slow_separation};
use super::trajectories::{Trajectories, any_removed, is_clear, load_trajectories};
use super::{add, candidates};
use crate::cpu::contact::deformable_contact::{Nearest, normal_of};
use crate::cpu::math::xyz;
use crate::views::view::EvaluateContacts;
use glam::Vec3;
use pliant_passes::types::{
    ContactRow, ContactState, EDGE_EDGE, FACING_ROUNDING, IMPACT_STEPS, POINT_TRIANGLE, Pair,
    RIDGE, STATUS_CONTACT_ROWS,
};
use std::mem::offset_of;

pub(crate) fn evaluate_contacts(pass: &EvaluateContacts<'_>, i: usize) {
    let count = candidates(&pass.state);
    if i >= count {
        return;
    }
    let [.., passed_over] = pass.slips.get(i);
    let corners = pass.corners[i];
    let moved = || corners.iter().any(|c| pass.moved[*c as usize] != 0);
    if passed_over != 0.0 && pass.passing[0] == 0 && !moved() {
        return;
    }
    match is_contact(pass, i) {
        Some(row) => append(pass, row),
        // Its contact is over.
        None => pass.slips.set(i, [0.0, 0.0, 0.0, 1.0]),
    }
}

/// The contact of a candidate, if its features are or come close to each other.
fn is_contact(pass: &EvaluateContacts<'_>, i: usize) -> Option<ContactRow> {
    let (corners, clearance) = (pass.corners[i], pass.clearances[i]);
    let motions = corners.map(|c| pass.motions[c as usize]);
    if is_clear(clearance, motions, clearance[3]) {
        return None;
    }
    let pair = load_pair(corners, pass.around[i], pass.keys[i], clearance);
    let release = release_of((pass.passing, pass.body_of), pair.kind, corners);
    let removed = any_removed(pass.position, corners);
    if removed || release == Release::Free {
        return None;
    }
    let trajectories = load_trajectories(corners, pair.kind, pass.position, pass.displacement);
    let (time, nearest) = first_impact(pair, &trajectories);
    if nearest.separation.length() > pair.reach
        || !faces(pass, pair, (&trajectories, time, nearest))
    {
        return None;
    }
    let mut row = row_of(pass, i, pair, (&trajectories, time, nearest));
    if release == Release::Slow {
        row.open = row.open.max(slow_separation(pair.gap, pass.frame[0].h));
    }
    Some(row)
}

fn append(pass: &EvaluateContacts<'_>, row: ContactRow) {
    let at = add(&pass.state, offset_of!(ContactState, contacts), 1);
    pass.status.max(STATUS_CONTACT_ROWS as usize, at + 1);
    if at < pass.params.contacts {
        pass.found.set(at as usize, row);
        row.corners.iter().for_each(|c| {
            pass.counts.add(*c as usize, 1);
        });
    }
}

/// When the features first are at their gap, or where they are close at the start or at the end, and their nearest points then.
fn first_impact(pair: Pair, trajectories: &Trajectories) -> (f32, Nearest) {
    let (mut time, mut nearest) = (0.0, trajectories.nearest_at(0.0));
    for _ in 0..IMPACT_STEPS {
        let apart = nearest.separation.length();
        if apart <= 1.01 * pair.gap {
            break;
        }
        let next = trajectories.time_of_impact(nearest.separation, time, pair.gap);
        if next >= 1.0 && apart <= pair.reach {
            break;
        }
        time = next;
        nearest = trajectories.nearest_at(time);
        if next >= 1.0 {
            break;
        }
    }
    (time, nearest)
}

/// Whether this pair is the one that keeps its features apart there.
fn faces(
    pass: &EvaluateContacts<'_>,
    pair: Pair,
    (trajectories, time, nearest): (&Trajectories, f32, Nearest),
) -> bool {
    let (first_corner, of) = (pass.params.first_corner, pair.corners);
    if is_inner((pass.outwards, first_corner), of, &nearest) {
        return false;
    }
    let position = |particle: u32| {
        let p = particle as usize;
        xyz(pass.position[p]) - trajectories.origin + time * xyz(pass.displacement[p])
    };
    let inside = nearest.inside;
    let facing = Facing {
        position_of: &position,
        x: trajectories.positions_at(time),
        nearest,
        ridge: RIDGE * pair.gap,
        far: FACING_ROUNDING * nearest.separation.length(),
    };
    match pair.kind {
        EDGE_EDGE => inside && (facing.far == 0.0 || facing.edges_face(pair.around)),
        POINT_TRIANGLE => facing.is_own(pair.owns) && facing.triangle_faces(pair.around),
        _ => !ends_at_collider(first_corner, of, &nearest),
    }
}

fn row_of(
    pass: &EvaluateContacts<'_>,
    i: usize,
    pair: Pair,
    (trajectories, time, nearest): (&Trajectories, f32, Nearest),
) -> ContactRow {
    let normal = normal_of(pair.kind, trajectories.positions_at(time), &nearest);
    let weighted = |at: [Vec3; 4]| -> f32 {
        let each = nearest.weights.into_iter().zip(at);
        each.map(|(u, x)| u * normal.dot(x)).sum()
    };
    let displacements = pair.corners.map(|c| xyz(pass.displacement[c as usize]));
    let slip = xyz(pass.slips.get(i));
    ContactRow {
        element: pass.keys[i][0],
        key: pass.keys[i][1],
        candidate: i as u32,
        gap: pair.gap,
        corners: pair.corners,
        weights: nearest.weights,
        normal: normal.to_array(),
        open: weighted(trajectories.start) - pair.gap,
        slip: (slip - slip.dot(normal) * normal).to_array(),
        approach: weighted(displacements),
    }
}

/// A candidate from its rows.
fn load_pair(
    corners: [u32; 4],
    around: [u32; 4],
    [.., kind, owns]: [u32; 4],
    [.., gap, reach]: [f32; 4],
) -> Pair {
    Pair {
        corners,
        around,
        kind,
        gap,
        reach,
        owns,
    }
}
