//! CPU implementation of `shaders/rigid/find_collider_pairs.comp`.

use super::disturb::disturb;
use crate::cpu::filter::filters_allow;
use crate::cpu::motion_bound::{Expected, expected, expected_within, farthest, rounded_up};
use crate::tree::for_each_overlapping;
use crate::views::view::FindColliderPairs;
use glam::Vec3;
use pliant_passes::types::{
    Bounds, DISTURBED_AT_ONCE, MotionBound, PAIRS_BOUND, PAIRS_COUNT, PAIRS_FILL, RigidPair,
    STATUS_RIGID_PAIRS,
};
use std::mem::offset_of;

pub(crate) fn find_collider_pairs(pass: &FindColliderPairs<'_>, leaf: usize) {
    if leaf >= pass.params.colliders as usize {
        return;
    }
    match pass.params.stage {
        PAIRS_BOUND => bound_deviation(pass, leaf),
        PAIRS_COUNT => pass.counts.set(pass.order[leaf] as usize, list(pass, leaf)),
        _ => {
            list(pass, leaf);
            if leaf == 0 {
                let all = pass.starts[pass.params.colliders as usize];
                pass.status.max(STATUS_RIGID_PAIRS as usize, all);
            }
        }
    }
}

/// Bounds how far the colliders that a body may collide with can turn it from its trajectory.
fn bound_deviation(pass: &FindColliderPairs<'_>, leaf: usize) {
    let i = pass.order[leaf] as usize;
    let displacement = expected_of(pass, i).displacement;
    if displacement == Vec3::ZERO {
        return;
    }
    let mut deviation = 0.0_f32;
    around(pass, leaf, |j| {
        if may_collide(pass, i, j) {
            deviation = deviation.max(displacement.distance(expected_of(pass, j).displacement));
        }
        true
    });
    let word = offset_of!(MotionBound, deviation);
    let body = pass.parts[i].body as usize;
    let deviation = rounded_up(deviation);
    pass.motion_bounds.atomic(body, word).max(deviation);
}

/// Lists the pairs that belong to a collider; returns their number.
fn list(pass: &FindColliderPairs<'_>, leaf: usize) -> u32 {
    let (params, i) = (pass.params, pass.order[leaf] as usize);
    let (mut rank, mut disturbed) = (0, false);
    around(pass, leaf, |j| {
        if may_collide(pass, i, j) && belongs_to(pass, i, j) {
            disturbed = sleeps(pass, i);
            if params.stage == PAIRS_FILL && !disturbed {
                write(pass, rank, [i, j]);
            }
            rank += u32::from(!disturbed);
        }
        !disturbed
    });
    if disturbed && params.stage == PAIRS_FILL {
        wake(pass, i);
    }
    rank
}

fn is_free(pass: &FindColliderPairs<'_>, part: usize) -> bool {
    pass.rigids[pass.parts[part].body as usize].is_free()
}

fn sleeps(pass: &FindColliderPairs<'_>, part: usize) -> bool {
    pass.rigids[pass.parts[part].body as usize].sleeps()
}

fn may_be_moved(pass: &FindColliderPairs<'_>, part: usize) -> bool {
    is_free(pass, part) || sleeps(pass, part)
}

/// Calls `near` for every collider that a leaf's one may collide with where both are expected, in the tree's order, until it returns false.
fn around(pass: &FindColliderPairs<'_>, leaf: usize, mut near: impl FnMut(usize) -> bool) {
    let i = pass.order[leaf] as usize;
    if !may_be_moved(pass, i) || pass.parts[i].cut != 0 {
        return;
    }
    let (own, start, from) = (
        pass.nodes[leaf],
        start_box(pass, leaf),
        expected_of(pass, i),
    );
    let overlaps = |node: usize| pass.nodes[node].overlaps(own);
    let mut goes_on = true;
    for_each_overlapping(pass.params.colliders, overlaps, |other| {
        let (other, j) = (other as usize, pass.order[other as usize] as usize);
        if !goes_on || pass.parts[j].body == pass.parts[i].body {
            return;
        }
        let to = expected_of(pass, j);
        let boxes = [start, start_box(pass, other)];
        if overlap_on_path(
            boxes,
            from.displacement - to.displacement,
            from.reach + to.reach,
        ) {
            goes_on = near(j);
        }
    });
}

/// The bound of a body's motion. Other invocations change words of it meanwhile, so only the others are read.
fn bound(pass: &FindColliderPairs<'_>, part: usize) -> MotionBound {
    let body = pass.parts[part].body as usize;
    let bounds = &pass.motion_bounds;
    MotionBound {
        displacement: bounds.field(body, offset_of!(MotionBound, displacement)),
        margin: bounds.field(body, offset_of!(MotionBound, margin)),
        allowance: bounds.field(body, offset_of!(MotionBound, allowance)),
        deviation: match pass.params.stage {
            PAIRS_BOUND => 0,
            _ => bounds.field(body, offset_of!(MotionBound, deviation)),
        },
        ..MotionBound::default()
    }
}

/// Where a collider is expected.
fn expected_of(pass: &FindColliderPairs<'_>, part: usize) -> Expected {
    if pass.parts[part].carried == 0 {
        return Expected {
            displacement: Vec3::ZERO,
            reach: 0.0,
        };
    }
    match pass.params.stage {
        PAIRS_BOUND => expected_within(&bound(pass, part), 0.0),
        _ => expected(&bound(pass, part)),
    }
}

/// The box of a leaf's collider at the frame's start.
fn start_box(pass: &FindColliderPairs<'_>, leaf: usize) -> Bounds {
    let (part, bounds) = (pass.order[leaf] as usize, pass.nodes[leaf]);
    if pass.parts[part].carried == 0 {
        return bounds;
    }
    let margin = farthest(&bound(pass, part));
    Bounds {
        low: (Vec3::from(bounds.low) + margin).to_array(),
        high: (Vec3::from(bounds.high) - margin).to_array(),
    }
}

/// Whether two boxes come within `reach` of each other while the first one is displaced by this relative to the second.
fn overlap_on_path([a, b]: [Bounds; 2], displacement: Vec3, reach: f32) -> bool {
    let low = Vec3::from(b.low) - Vec3::from(a.high) - reach;
    let high = Vec3::from(b.high) - Vec3::from(a.low) + reach;
    let (mut from, mut to) = (0.0_f32, 1.0_f32);
    for axis in 0..3 {
        if displacement[axis] == 0.0 {
            if low[axis] > 0.0 || high[axis] < 0.0 {
                return false;
            }
            continue;
        }
        let (enters, leaves) = (
            low[axis] / displacement[axis],
            high[axis] / displacement[axis],
        );
        from = from.max(enters.min(leaves));
        to = to.min(enters.max(leaves));
    }
    from <= to
}

/// A pair of two free bodies belongs to the first collider.
fn belongs_to(pass: &FindColliderPairs<'_>, i: usize, j: usize) -> bool {
    i < j || !is_free(pass, j)
}

/// Whether two colliders make a pair where they collide.
fn may_collide(pass: &FindColliderPairs<'_>, i: usize, j: usize) -> bool {
    let excluded = pass.excluded_starts[i] as usize..pass.excluded_starts[i + 1] as usize;
    pass.parts[i].body != pass.parts[j].body
        && pass.parts[j].cut == 0
        && !(sleeps(pass, i) && may_be_moved(pass, j))
        && (may_move(pass, i) || may_move(pass, j))
        && filters_allow(pass.colliders[i].filters, pass.colliders[j].filters)
        && !pass.excluded.range(excluded).contains(&(j as u32))
}

/// Whether the body of a collider moves or may move.
fn may_move(pass: &FindColliderPairs<'_>, part: usize) -> bool {
    !sleeps(pass, part) && bound(pass, part).margin > 0.0
}

/// Wakes a sleeping body that an animated one comes near to.
fn wake(pass: &FindColliderPairs<'_>, part: usize) {
    let body = pass.parts[part].body;
    disturb(&pass.motion_bounds, &pass.status, body, DISTURBED_AT_ONCE);
}

/// Writes a pair as the one of this rank of its first collider.
fn write(pass: &FindColliderPairs<'_>, rank: u32, [i, j]: [usize; 2]) {
    let at = pass.starts[i] + rank;
    if at < pass.params.capacity {
        let pair = RigidPair {
            parts: [i as u32, j as u32],
            bodies: [i, j].map(|part| pass.parts[part].body),
        };
        pass.found.set(at as usize, pair);
    }
}

#[cfg(test)]
mod tests {
    use super::find_collider_pairs;
    use crate::cpu::rigid::match_contacts::match_contacts;
    use crate::memory::Read;
    use crate::tree::{boxes, order};
    use crate::views::view::{FindColliderPairs, MatchContacts};
    use glam::Vec3;
    use pliant_passes::types::{
        Bounds, COLORING_ROUNDS, Collider, Filter, FindPairsParams, MotionBound, PAIRS_COUNT,
        PAIRS_FILL, PairParams, Rigid, RigidCollider, RigidPair, STATUS_RIGID_PAIRS, STATUS_WORDS,
    };

    /// Reproducible numbers of 0 to 1.
    fn number(i: usize) -> f32 {
        let mixed = (i as u32 ^ 0x5bd1).wrapping_mul(0x9E37_79B9);
        let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x85EB_CA6B);
        (mixed ^ mixed >> 13) as f32 / u32::MAX as f32
    }

    /// Boxes anywhere in a cube; every third is of a static body, and one is unbounded.
    fn scatter(count: usize) -> Vec<Bounds> {
        let one = |i: usize| {
            let at = Vec3::new(number(3 * i), number(3 * i + 1), number(3 * i + 2));
            let half = 0.01 + 0.06 * number(3 * count + i);
            Bounds::around([at - half, at + half])
        };
        let mut all: Vec<Bounds> = (0..count).map(one).collect();
        all[0] = Bounds::around([Vec3::splat(-1e18), Vec3::new(1e18, 0.1, 1e18)]);
        all
    }

    /// Pairs that the passes find, in their order.
    fn found(
        all: &[Bounds],
        rigids: &[Rigid],
        parts: &[RigidCollider],
        excluded: &[u32],
    ) -> Vec<[u32; 2]> {
        let count = all.len();
        let order = order(&all.iter().map(middle).collect::<Vec<_>>());
        let nodes = boxes(order.iter().map(|i| all[*i as usize]).collect());
        let colliders = vec![collider(); count];
        let excluded_starts: Vec<u32> = (0..=count as u32)
            .map(|i| if i > 5 { excluded.len() as u32 } else { 0 })
            .collect();
        let capacity = 16 * count as u32;
        let room = capacity as usize;
        let (mut counts, mut starts) = (vec![0; count], vec![0; count + 1]);
        let mut as_found = vec![RigidPair::default(); room];
        let moving = MotionBound {
            margin: 1.0,
            ..MotionBound::default()
        };
        let mut motion_bounds = vec![moving; count];
        let mut status = [0; STATUS_WORDS as usize];
        for stage in [PAIRS_COUNT, PAIRS_FILL] {
            let pass = FindColliderPairs {
                params: FindPairsParams {
                    colliders: count as u32,
                    capacity,
                    stage,
                },
                features: 0,
                rigids: rigids.into(),
                parts: parts.into(),
                colliders: (&colliders).into(),
                order: (&order).into(),
                nodes: (&nodes).into(),
                excluded_starts: (&excluded_starts).into(),
                excluded: excluded.into(),
                starts: (&starts).into(),
                counts: counts.as_mut_slice().into(),
                found: as_found.as_mut_slice().into(),
                motion_bounds: motion_bounds.as_mut_slice().into(),
                status: status.as_mut_slice().into(),
            };
            (0..count).for_each(|leaf| find_collider_pairs(&pass, leaf));
            for (i, own) in counts.iter().enumerate() {
                starts[i + 1] = starts[i] + own;
            }
        }
        let params = PairParams {
            colliders: count as u32,
            capacity,
        };
        let listed = listed(params, &starts, &as_found);
        let total = status[STATUS_RIGID_PAIRS as usize] as usize;
        listed[..total].iter().map(|pair| pair.parts).collect()
    }

    /// Pairs in their order.
    fn listed(params: PairParams, starts: &[u32], found: &[RigidPair]) -> Vec<RigidPair> {
        let old_starts = vec![0; starts.len()];
        let mut pairs = vec![RigidPair::default(); found.len()];
        let mut slips = vec![[0.0; 4]; found.len()];
        let mut colors = vec![0; found.len()];
        let mut dispatch_arguments = vec![[0; 3]; COLORING_ROUNDS as usize];
        let pass = MatchContacts {
            params,
            features: 0,
            old_starts: (&old_starts).into(),
            old_pairs: Read::default(),
            old_slips: Read::default(),
            starts: starts.into(),
            found: found.into(),
            pairs: pairs.as_mut_slice().into(),
            slips: slips.as_mut_slice().into(),
            colors: colors.as_mut_slice().into(),
            dispatch_arguments: dispatch_arguments.as_mut_slice().into(),
        };
        (0..found.len()).for_each(|pair| match_contacts(&pass, pair));
        pairs
    }

    /// It may collide with all others.
    fn collider() -> Collider {
        Collider {
            filters: Filter {
                systems: 1,
                collides_with: u32::MAX,
                ignores: 0,
            },
            ..Collider::default()
        }
    }

    fn middle(bounds: &Bounds) -> Vec3 {
        let middle = 0.5 * (Vec3::from(bounds.low) + Vec3::from(bounds.high));
        if middle.abs().max_element() < 10.0 {
            middle
        } else {
            Vec3::NAN
        }
    }

    #[test]
    fn the_tree_finds_what_brute_force_finds_in_its_order() {
        let count = 700;
        let all = scatter(count);
        let stands = |i: usize| i.is_multiple_of(3);
        let body = |i: usize| Rigid {
            inverse_mass: if stands(i) { 0.0 } else { 1.0 },
            ..Rigid::default()
        };
        let rigids: Vec<Rigid> = (0..count).map(body).collect();
        let part = |i: usize| RigidCollider {
            // Some bodies have two colliders.
            body: (i - usize::from(i % 30 == 2)) as u32,
            ..RigidCollider::default()
        };
        let parts: Vec<RigidCollider> = (0..count).map(part).collect();
        let free = |i: usize| !stands(parts[i].body as usize);
        let near = |i: usize| (0..count).filter(|j| all[i].overlaps(all[*j])).collect();
        let near: Vec<Vec<usize>> = (0..count).map(near).collect();
        // Collider 5 is excluded from colliding with the last one near it.
        let excluded = [*near[5].last().expect("it meets itself") as u32];
        let brute = (0..count).filter(|i| free(*i)).flat_map(|i| {
            let (parts, excluded, free) = (&parts, &excluded, &free);
            let others = near[i].iter().copied().filter(move |j| {
                parts[i].body != parts[*j].body
                    && (*j > i || !free(*j))
                    && (i != 5 || excluded[0] != *j as u32)
            });
            others.map(move |j| [i as u32, j as u32])
        });
        let brute: Vec<[u32; 2]> = brute.collect();
        assert!(brute.len() > count, "{} pairs", brute.len());
        assert_eq!(found(&all, &rigids, &parts, &excluded), brute);
    }
}
