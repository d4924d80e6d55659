//! Structs of what touches that host and GPU share.

use crate::layout::{gpu_constants, gpu_struct};
use crate::types::common::Filter;

gpu_constants! {
    /// What `contact/count_workgroups` tells: how many workgroups run for what is done once where pairs are sought,
    CALLS_SEEK_ONCE = 0;
    /// for each particle then,
    CALLS_SEEK_PARTICLES = 1;
    /// for each surface element,
    CALLS_SEEK_ELEMENTS = 2;
    /// for each two elements that are near each other,
    CALLS_SEEK_NEAR = 3;
    /// for each two parts of these that are,
    CALLS_SEEK_PARTS = 4;
    /// for each group of elements,
    CALLS_SEEK_GROUPS = 5;
    /// for each element of a group that is near another one,
    CALLS_SEEK_IN_GROUPS = 6;
    /// for each pair then,
    CALLS_SEEK_PAIRS = 7;
    /// for each particle that stirs, where few do,
    CALLS_STIR = 17;
    /// for each pair that touches are detected among anew,
    CALLS_DETECT_PAIRS = 8;
    /// for each particle that is in one,
    CALLS_DETECT_PARTICLES = 9;
    /// for each pair that may push,
    CALLS_ACTIVE = 10;
    /// once where another round is needed, or has to be looked at whether one is,
    CALLS_AGAIN_ONCE = 18;
    /// for each pair that may push then,
    CALLS_AGAIN_ACTIVE = 11;
    /// for each particle then,
    CALLS_AGAIN_PARTICLES = 12;
    /// for each pair where some particle has to be guarded,
    CALLS_GUARD_PAIRS = 13;
    /// for each particle then,
    CALLS_GUARD_PARTICLES = 14;
    /// and for each particle where there is a pair.
    CALLS_PARTICLES = 15;
    /// for each two elements that may go through each other, in every frame,
    CALLS_UNPARTED = 16;
    /// for each particle where touches were detected anew, if some share very many of them.
    CALLS_SORT = 19;
    /// for each pair that was known where pairs are sought only around what strays,
    CALLS_KEEP = 20;
    /// and for each two elements that were known to be able to go through each other then.
    CALLS_DROP = 21;
    /// For each pair that may bounce.
    CALLS_BOUNCING = 22;
    /// For each particle where few stir.
    CALLS_RENEW = 23;
    /// For each particle where a pair may bounce.
    CALLS_SETTLE = 24;
    /// How many of all these there are.
    CALLS = 25;
    /// What `contact/check_bounds` and `contact/check_motion` tell: 1 where pairs must be sought anew,
    STALE_PAIRS = 0;
    /// where the guard has to look,
    STALE_GUARD = 1;
    /// where touches need another round.
    STALE_ROUNDS = 2;
    /// How many of these there are.
    STALE = 3;
    /// Rounds in which particles are held back from going through each other.
    GUARDS = 3;
    /// Touches of a particle that it sorts while it lists them.
    CONTACT_SHORT = 24;
    /// Substeps that particles are expected to go on as they did while pairs were sought.
    CONTACT_AHEAD = 4;
    /// `Pair::kind`: a point, then a triangle.
    POINT_TRIANGLE = 0;
    /// Two edges of triangles, whose ends are points that meet triangles by themselves.
    EDGE_EDGE = 1;
    /// Two edges, one of them a rope's.
    STRAND_EDGE = 2;
    /// Part of the thickness of both features by which they may be beyond their gap while a contact may push.
    CONTACT_MARGIN: f32 = 0.2;
    /// Part of the distance at the start, or of the gap where that is less, that truncation leaves between features.
    LEAST_GAP: f32 = 0.2;
    /// Distance, m, that a particle without pairs may move: more than any does.
    NO_PAIR: f32 = 1e30;
    /// Part of its motion bound by which a substep may be predicted to move a particle. At rest a particle falls a little in each.
    BOUND_AHEAD: f32 = 4.0;
    /// Part of half of a body's thickness that its particles' motion bound is at least.
    /// At five times that, pairs of equal distance alternate between frames at rest, which shows as jitter.
    BOUND_LEAST: f32 = 0.02;
    /// Part of a particle's predicted displacement that its motion bound is at least.
    BOUND_MOVING: f32 = 4.0;
    /// Part of half of a body's thickness that a substep may move its particles.
    /// Features that were beyond the margin are still outside their gap then.
    BOUND_MOST: f32 = 0.2;
    /// Motion bound, m, of a particle around which pairs are searched again: less than any motion.
    BOUND_EXCEEDED: f32 = -1.0;
    /// Part of the gap: closer features intersect, or nearly, and would stay stuck.
    INTERSECTING_GAP: f32 = 1e-5;
    /// Part of the contact margin: features with a smaller gap intersected, or nearly, at the start.
    INTERSECTING_MARGIN: f32 = 0.05;
    /// Part of its distance that a pair keeps at least when motion since the last search is subtracted, so that it counts.
    LEAST_DISTANCE: f32 = 1e-3;
    /// Steps of conservative advancement to the first contact of a pair.
    IMPACT_STEPS = 8;
    /// Steps of conservative advancement to the truncation limit of a pair.
    TRUNCATION_STEPS = 16;
    /// Part of the distance when contacts were detected. Features that approach by no more are not truncated:
    /// corners have moved by a tenth of it at most since, so that LEAST_GAP of it is left.
    UNLIMITED_APPROACH: f32 = 0.6;
    /// Multiple of its displacement in a substep that is added to the search bound of a particle in motion.
    /// Fast particles soon leave their expected trajectory.
    SEARCH_BOUND_MOVING: f32 = 4.0;
    /// Part of its body's bound that this addition is at most, unless the displacement is more.
    SEARCH_BOUND_MOST: f32 = 0.3;
    /// Part of its search bound from which on a particle gets a new reference position.
    RESTART_BOUND: f32 = 0.4;
    /// A particle that would exceed its search bound within this number of substeps gets a new reference position.
    RESTART_SUBSTEPS: f32 = 16.0;
    /// Part of the least distance of its pairs that a particle may move until contacts are detected again.
    DETECTION_BOUND: f32 = 0.1;
    /// Part of the least distance of its pairs that a particle may move without a collision, if others move no more.
    FREE_DISTANCE: f32 = 0.4;
    /// Part of its free distance: a particle that moves further needs another round of contacts.
    /// Where none moves further, each pair keeps at least half of its distance.
    FREE_LIMIT: f32 = 0.625;
    /// Part of the distance at the start, or of the gap where that is less: closer features need another round of contacts.
    ACTIVATION_GAP: f32 = 0.5;
    /// Part of the gap that the predicted separation of an active contact is at most, since the solver may draw the features together.
    ACTIVE_MARGIN: f32 = 0.02;
    /// Part of the gap: a deeper contact bounces, since it is corrected at once and leaves with a speed.
    BOUNCE_DEPTH: f32 = 0.05;
    /// A shorter slip, m, counts as none.
    LEAST_SLIP: f32 = 1e-30;
    /// Separation, m, of a contact with a removed particle.
    SEPARATION_OF_REMOVED: f32 = 1e30;
    /// When one of this number of particles is dirty, all are treated as dirty.
    MANY_PARTICLES = 6;
    /// Part of the gap by which two triangles fall away on both sides of their edge at least, or their corners suffice.
    RIDGE: f32 = 0.1;
    /// Part of a distance that rounding may make of a surface that continues beside it.
    FACING_ROUNDING: f32 = 1e-3;
}

gpu_struct! {
    /// What touches need to know of a body.
    struct ContactBody {
        /// Half of the contact thickness, m.
        half_thickness: f32,
        /// How far its particles may stray from where they are expected until pairs are sought anew, m.
        slack: f32,
        /// 1 where it meets itself.
        itself: u32,
        /// Its first element: those of a body lie side by side.
        first: u32,
        /// What else it meets.
        filters: Filter,
        /// 2 of a fluid, 1 of a soft body, else 0: what has more than 2 together meets by densities.
        bulk: u32,
    }

    /// Since pairs were sought.
    struct ContactState {
        /// How far all particles go together in a substep, m.
        drift: [f32; 3],
        /// Substeps since then,
        substeps: f32,
        /// and how many there had been when they were.
        elapsed: f32,
        /// How many particles stray in a substep,
        straying: u32,
        /// and 1 where so many do that pairs are sought everywhere, not only around those.
        whole: u32,
        /// How many particles stir in a substep,
        stirring: u32,
        /// how many of them are listed, which are few, or none,
        listed: u32,
        /// and how many are in some pair with those.
        renewed: u32,
        /// 1 where touches are detected anew among all pairs,
        anew: u32,
        /// or how many pairs these are in: among those.
        stirred: u32,
        /// Of those that were listed last.
        stamp: u32,
        /// How many times two groups of elements are near each other.
        groups: u32,
        /// How many times two elements are.
        near: u32,
        /// How long the list of those is that may go through each other until pairs are sought again,
        unparted: u32,
        /// how many of its places are vacant while they are,
        vacant: u32,
        /// and how many are found then.
        unparting: u32,
        /// How many times parts of two elements are near each other.
        parts: u32,
        /// How many pairs were found among them.
        found: u32,
        /// The same where all found room, else 0.
        pairs: u32,
        /// 1 where particles are in pairs, or were until these were sought last.
        paired: u32,
        /// How many of them may push, or might since all were looked at.
        active_contacts: u32,
        /// How many of these may bounce in a substep.
        bouncing: u32,
        /// 1 where the host told that other pairs hold than before, so that touches are detected anew among all.
        told: u32,
    }

    /// Two parts of surfaces that are near each other.
    struct Pair {
        /// A point and a triangle, or two edges: particles.
        corners: [u32; 4],
        /// The corners across the triangle's edges, or beside each of two edges, or NONE.
        around: [u32; 4],
        /// POINT_TRIANGLE, EDGE_EDGE or STRAND_EDGE.
        kind: u32,
        /// How far apart they are to stay, m.
        gap: f32,
        /// How near they come that a touch may push, m.
        reach: f32,
        /// Of a triangle: bit k where its corner k is its own, bit 3 + k where its edge from there to the next is.
        owns: u32,
    }

    /// A pair before pairs are ordered.
    struct FoundPair {
        /// The element that found it, plus their number unless it would push as it is.
        element: u32,
        /// Which of that element's pairs it is: 16 times the other element, and up to 14 for the parts of both.
        key: u32,
        /// As in [`Pair`].
        gap: f32,
        /// As in [`Pair`].
        reach: f32,
    }

    /// Push constants of the passes of touches.
    struct DeformableContactParams {
        /// Particles, or elements.
        count: u32,
        /// Entries that there is room for.
        capacity: u32,
        /// Colliders: bodies come behind them where forces are tallied.
        colliders: u32,
        /// Surface elements.
        elements: u32,
        /// How far all particles go in a substep at least that they are said to go together, m.
        together: f32,
        /// Which round of touches beyond the first in an iteration, or 0; which round of the guard.
        round: u32,
    }

    /// Push constants of `contact/count_workgroups`.
    struct CallsParams {
        /// How many particles.
        particles: u32,
        /// How many surface elements.
        elements: u32,
        /// How many pairs there is room for.
        capacity: u32,
        /// How many times two elements that are near each other there is room for; for groups half of that.
        room: u32,
        /// What was just done: 1 where groups near each other were sought, 2 where elements were, 3 where their parts were, 4 where pairs were,
        /// 5 where touches were detected, 5 and k where it is known whether the k-th round has to be looked at, or is needed.
        done: u32,
        /// Substeps since this was done last: 1 at the start of one, 0 at its end.
        passed: f32,
    }
}
