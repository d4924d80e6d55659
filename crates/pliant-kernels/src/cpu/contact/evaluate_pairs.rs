//! CPU implementation of `shaders/contact/evaluate_pairs.comp`.

use super::facing::Facing;
use super::{Nearest, Ways, across, first_corners, pair};
use crate::cpu::math::{with_w, xyz};
use glam::Vec3;
use pliant_passes::passes::view::EvaluatePairs;
use pliant_passes::types::{
    EDGE_EDGE, FACING_ROUNDING, IMPACT_STEPS, INTERSECTING_GAP, INTERSECTING_MARGIN,
    LEAST_DISTANCE, POINT_TRIANGLE, Pair, RIDGE,
};

pub(crate) fn evaluate_pairs(mut pass: EvaluatePairs<'_>) {
    let state = pass.state[0];
    let anew = state.anew != 0;
    let among = if anew { state.pairs } else { state.stirred } as usize;
    for at in 0..among {
        let i = if anew { at } else { pass.stirred[at] as usize };
        let pair = pair([pass.corners[i], pass.around[i], pass.manners[i]]);
        let ways = Ways::new(pair.corners, pair.kind, pass.position, pass.displacement);
        let at_start = ways.nearest_at(0.0);
        // A fluid's particle that is gone has a negative mass.
        let masses = pair.corners.map(|c| pass.position[c as usize][3]);
        let gone = masses.iter().any(|mass| *mass < 0.0);
        let l = at_start.apart.length();
        let cut = l <= INTERSECTING_GAP * pair.gap
            || pair.gap < INTERSECTING_MARGIN * (pair.reach - pair.gap);
        pass.apart[i] = match (gone || cut, anew) {
            (true, _) => 0.0,
            (_, true) => l,
            _ => (l - strayed(&pass, pair)).max(LEAST_DISTANCE * l),
        };
        let (time, met) = meet(pair, &ways, at_start);
        let reached = !gone && met.apart.length() <= pair.reach;
        let near = reached && faces(&pass, pair, (&ways, time, met));
        if near {
            write_down(&mut pass, i, pair.gap, (&ways, met));
        }
        pass.near[i] = match (near, anew) {
            (true, _) => 1.0,
            (_, true) => 0.0,
            _ => -pass.near[i].abs(),
        };
        for corner in pair.corners.iter().filter(|_| !anew) {
            pass.renewed[*corner as usize] |= 1;
        }
    }
}

fn write_down(pass: &mut EvaluatePairs<'_>, i: usize, gap: f32, (ways, met): (&Ways, Nearest)) {
    let apart = met.apart.length();
    let normal = if apart > 0.0 {
        met.apart / apart
    } else {
        across(ways.kind, ways.at_start)
    };
    let ends = met.weights.into_iter().zip(ways.at_start);
    let between: Vec3 = ends.map(|(u, x)| u * x).sum();
    // Pairs that were sought anew are others than before.
    pass.anchors[i] = if pass.near[i] != 0.0 && pass.state[0].substeps > 0.0 {
        let along = between - normal.dot(between) * normal;
        with_w(along - xyz(pass.slips[i]), 1.0)
    } else {
        [0.0; 4]
    };
    pass.weights[i] = met.weights;
    pass.normals[i] = with_w(normal, gap);
    if pass.state[0].anew != 0 || pass.near[i] == 0.0 {
        pass.found[pass.state[0].active_contacts as usize] = i as u32;
        pass.state[0].active_contacts += 1;
    }
}

/// By how much the parts may have been nearer while each of their corners was where it stirred last.
fn strayed(pass: &EvaluatePairs<'_>, pair: Pair) -> f32 {
    let gone = pass.state[0].substeps * Vec3::from(pass.state[0].drift);
    let far = pair.corners.map(|corner| {
        let [now, then] = [&pass.position, &pass.detected].map(|at| xyz(at[corner as usize]));
        (now - gone).distance(then)
    });
    let (one, other) = far.split_at(first_corners(pair.kind));
    let most = |part: &[f32]| part.iter().copied().fold(0.0, f32::max);
    most(one) + most(other)
}

/// When and where the parts first touch, or else where they are near each other, at the start or at the end.
fn meet(pair: Pair, ways: &Ways, at_start: Nearest) -> (f32, Nearest) {
    let (mut time, mut met) = (0.0, at_start);
    for _ in 0..IMPACT_STEPS {
        let apart = met.apart.length();
        if apart <= 1.01 * pair.gap {
            break;
        }
        let next = ways.meeting(met.apart, time, pair.gap);
        if next >= 1.0 && apart <= pair.reach {
            break;
        }
        time = next;
        met = ways.nearest_at(time);
        if next >= 1.0 {
            break;
        }
    }
    (time, met)
}

/// Whether this pair is the one that holds its parts apart there.
fn faces(pass: &EvaluatePairs<'_>, pair: Pair, (ways, time, met): (&Ways, f32, Nearest)) -> bool {
    let place = |particle: u32| {
        let p = particle as usize;
        xyz(pass.position[p]) - ways.origin + time * xyz(pass.displacement[p])
    };
    let inside = met.inside;
    let facing = Facing {
        place_of: &place,
        x: ways.places_at(time),
        met,
        ridge: RIDGE * pair.gap,
        far: FACING_ROUNDING * met.apart.length(),
    };
    match pair.kind {
        // What cuts each other has no direction.
        EDGE_EDGE => inside && (facing.far == 0.0 || facing.edges_face(pair.around)),
        POINT_TRIANGLE => facing.is_own(pair.owns) && facing.triangle_faces(pair.around),
        _ => true,
    }
}
