//! CPU implementation of `shaders/contact/sort_candidates.comp`.

use crate::cpu::contact::deformable_contact::{first_corners, nearest};
use crate::cpu::contact::feature_pairs::{Element, features_of, owned_by};
use crate::cpu::math::xyz;
use crate::views::view::SortCandidates;
use glam::Vec3;
use pliant_passes::types::{
    ContactState, DISPATCH_CANDIDATES, DISPATCH_PARTICLES, FoundPair, SUBSTEP_START,
    SUBSTEPS_AHEAD, WORKGROUP,
};
use std::mem::offset_of;

pub(crate) fn sort_candidates(pass: &SortCandidates<'_>, e: usize) {
    let elements = pass.params.elements as usize;
    if e >= elements {
        return;
    }
    let found: u32 = pass.state.field(0, offset_of!(ContactState, found));
    let fits = found <= pass.params.candidates;
    if e == 0 {
        finish_search(pass, fits, if fits { found } else { 0 });
    }
    if !fits {
        return;
    }
    let range = pass.starts[e] as usize..pass.starts[e + 1] as usize;
    pass.listed.update_range(range.clone(), |listed| {
        listed.sort_unstable_by_key(|pair| pair.key);
    });
    for at in range {
        write(pass, at, pass.listed.get(at));
    }
}

/// Writes the number of candidates and the dispatch arguments of the passes over them.
fn finish_search(pass: &SortCandidates<'_>, fits: bool, candidates: u32) {
    let set = |call: u32, count: u32| {
        let workgroups = [count.div_ceil(WORKGROUP), 1, 1];
        pass.dispatch_arguments.set(call as usize, workgroups);
    };
    set(DISPATCH_CANDIDATES, candidates);
    // The search after the solve is for truncation alone.
    if candidates > 0 && pass.params.stage == SUBSTEP_START {
        set(DISPATCH_PARTICLES, pass.params.count);
    }
    let replace = |offset, value: u32| {
        let before = pass.state.field::<u32>(0, offset);
        pass.state.atomic(0, offset).add(value.wrapping_sub(before));
    };
    replace(offset_of!(ContactState, known), u32::from(fits));
    replace(offset_of!(ContactState, candidates), candidates);
}

fn write(pass: &SortCandidates<'_>, at: usize, pair: FoundPair) {
    let of = [pair.element, pair.key / 16];
    let [one, other] =
        of.map(|e| Element::new(pass.elements[e as usize], pass.adjacent[e as usize]));
    let pair_features = owned_by(pass.groups, features_of(one, other, pair.key % 16));
    let (corners, kind, around, owns) = pair_features;
    let x = corners.map(|c| xyz(pass.references[c as usize]));
    let ways = corners.map(|c| SUBSTEPS_AHEAD * xyz(pass.trajectories[c as usize]));
    let separation = nearest(kind, x).separation;
    let apart = separation.length();
    let least = match apart > 0.0 {
        true => apart - approach_of(kind, ways, separation / apart),
        false => 0.0,
    };
    pass.corners.set(at, corners);
    pass.around.set(at, around);
    pass.keys.set(at, [pair.element, pair.key, kind, owns]);
    pass.clearances.set(at, [least, 0.0, pair.gap, pair.reach]);
    pass.slips.set(at, known_slip(pass, pair));
}

/// The slip of the candidate if it was known before the search.
fn known_slip(pass: &SortCandidates<'_>, pair: FoundPair) -> [f32; 4] {
    let [first, end] = pass.old_starts[pair.element as usize];
    for k in first as usize..end as usize {
        let [x, y, z, key] = pass.old_slips[k];
        if key == pair.key {
            return [x, y, z, 0].map(f32::from_bits);
        }
    }
    [0.0; 4]
}

/// How far features approach each other along `direction`, which leads from the second to the first, where each corner stops
/// somewhere on its way.
fn approach_of(kind: u32, ways: [Vec3; 4], direction: Vec3) -> f32 {
    let (first, second) = ways.split_at(first_corners(kind));
    let most = |ways: &[Vec3], towards: Vec3| {
        let along = ways.iter().map(|way| way.dot(towards));
        along.fold(0.0, f32::max)
    };
    most(first, -direction) + most(second, direction)
}
