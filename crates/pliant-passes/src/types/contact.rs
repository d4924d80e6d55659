//! Structs of deformable contacts that CPU and GPU share.

use crate::layout::{gpu_constants, gpu_struct};
use crate::types::common::Filter;

gpu_constants! {
    /// Index of indirect dispatch arguments that `contact/count_workgroups` writes. For the search: once.
    CALLS_SEEK_ONCE = 0;
    /// For the search: each particle.
    CALLS_SEEK_PARTICLES = 1;
    /// For the search: each surface element.
    CALLS_SEEK_ELEMENTS = 2;
    /// For the search: each overlapping pair of elements.
    CALLS_SEEK_NEAR = 3;
    /// For the search: each near feature pair.
    CALLS_SEEK_PARTS = 4;
    /// For the search: each BVH leaf.
    CALLS_SEEK_GROUPS = 5;
    /// For the search: each element of an overlapping leaf.
    CALLS_SEEK_IN_GROUPS = 6;
    /// For the search: each candidate pair.
    CALLS_SEEK_PAIRS = 7;
    /// For the narrow phase: each dirty particle, if these are few.
    CALLS_STIR = 17;
    /// For the narrow phase: each candidate pair that is evaluated.
    CALLS_DETECT_PAIRS = 8;
    /// For the narrow phase: each particle of those pairs.
    CALLS_DETECT_PARTICLES = 9;
    /// Each contact that may be active.
    CALLS_ACTIVE = 10;
    /// For a further round: once, if it is needed or has to be checked.
    CALLS_AGAIN_ONCE = 18;
    /// For a further round: each contact that may be active.
    CALLS_AGAIN_ACTIVE = 11;
    /// For a further round: each particle.
    CALLS_AGAIN_PARTICLES = 12;
    /// For truncation: each candidate pair, if some particle has to be truncated.
    CALLS_GUARD_PAIRS = 13;
    /// For truncation: each particle.
    CALLS_GUARD_PARTICLES = 14;
    /// Each particle, if there are candidate pairs.
    CALLS_PARTICLES = 15;
    /// Each pair of elements that may intersect, in every frame.
    CALLS_UNPARTED = 16;
    /// Each particle after the narrow phase, if some have very many contacts.
    CALLS_SORT = 19;
    /// For a partial search: each known candidate pair.
    CALLS_KEEP = 20;
    /// For a partial search: each known pair of elements that may intersect.
    CALLS_DROP = 21;
    /// Each contact that may have restitution.
    CALLS_BOUNCING = 22;
    /// Each particle, if few are dirty.
    CALLS_RENEW = 23;
    /// Each particle, if a contact may have restitution.
    CALLS_SETTLE = 24;
    /// Number of these indices.
    CALLS = 25;
    /// Flag of `contact/check_bounds` and `contact/check_motion`: 1 if the broad phase has to search again.
    STALE_PAIRS = 0;
    /// Flag: 1 if displacements have to be truncated.
    STALE_GUARD = 1;
    /// Flag: 1 if contacts need a further round.
    STALE_ROUNDS = 2;
    /// Number of these flags.
    STALE = 3;
    /// Rounds of truncation.
    GUARDS = 3;
    /// Contacts of a particle that are sorted while they are gathered; longer lists are sorted afterwards.
    CONTACT_SHORT = 24;
    /// Substeps for which particles are expected to keep the velocity they had at the search.
    CONTACT_AHEAD = 4;
    /// `Pair::kind`: a vertex and a triangle.
    POINT_TRIANGLE = 0;
    /// Two edges of triangles; their ends have vertex–triangle pairs of their own.
    EDGE_EDGE = 1;
    /// Two edges, at least one of them a segment of a rope.
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
    /// Contact properties of a body.
    struct ContactBody {
        /// Half of the contact thickness, m.
        half_thickness: f32,
        /// Motion bound: how far its particles may deviate from their expected trajectory before the next search, m.
        slack: f32,
        /// 1 if it has self-contacts.
        itself: u32,
        /// Index of its first surface element; the elements of a body are consecutive.
        first: u32,
        /// Collision filter towards other bodies.
        filters: Filter,
        /// 2 for a fluid, 1 for a soft body, else 0. Two bodies with a sum above 2 collide by density constraints instead.
        bulk: u32,
    }

    /// State of the broad and the narrow phase since the last search.
    struct ContactState {
        /// Mean displacement of all particles in a substep, m.
        drift: [f32; 3],
        /// Substeps since the last search.
        substeps: f32,
        /// Value of `substeps` when the last search began.
        elapsed: f32,
        /// Number of particles that exceed their bound in this substep.
        straying: u32,
        /// 1 if there are so many that the search covers everything, not only these particles.
        whole: u32,
        /// Number of dirty particles in this substep.
        stirring: u32,
        /// Number of those that are listed: all if they are few, else 0.
        listed: u32,
        /// Number of particles that share a candidate pair with them.
        renewed: u32,
        /// 1 if the narrow phase evaluates all candidate pairs.
        anew: u32,
        /// Else the number of candidate pairs that it evaluates: those of dirty particles.
        stirred: u32,
        /// Stamp of the last list of dirty pairs.
        stamp: u32,
        /// Number of overlapping pairs of BVH leaves.
        groups: u32,
        /// Number of overlapping pairs of elements.
        near: u32,
        /// Length of the list of element pairs that may intersect before the next search.
        unparted: u32,
        /// Number of vacant entries in that list during a search.
        vacant: u32,
        /// Number of entries that the search adds.
        unparting: u32,
        /// Number of near feature pairs.
        parts: u32,
        /// Number of candidate pairs found.
        found: u32,
        /// The same if they fit the capacity, else 0.
        pairs: u32,
        /// 1 if there are candidate pairs, or were before the last search.
        paired: u32,
        /// Number of contacts that may be active before the next full evaluation.
        active_contacts: u32,
        /// Number of contacts that may have restitution in this substep.
        bouncing: u32,
        /// 1 if the CPU changed the set of released pairs, so that the narrow phase evaluates all pairs.
        told: u32,
    }

    /// A candidate pair of surface features.
    struct Pair {
        /// The particles of a vertex and a triangle, or of two edges.
        corners: [u32; 4],
        /// The corners opposite the triangle's edges, or of the triangles at each of two edges, or NONE.
        around: [u32; 4],
        /// POINT_TRIANGLE, EDGE_EDGE or STRAND_EDGE.
        kind: u32,
        /// Separation at which a contact becomes active, m.
        gap: f32,
        /// Distance below which the pair may become a contact in this substep, m.
        reach: f32,
        /// For a triangle: bit k if the pair owns its corner k, bit 3 + k if it owns the edge from there to the next.
        owns: u32,
    }

    /// A candidate pair before sorting.
    struct FoundPair {
        /// The element that found it, plus the number of elements unless it would be active at once.
        element: u32,
        /// Key among the pairs of that element: 16 times the other element, plus up to 14 for the features of both.
        key: u32,
        /// As in [`Pair`].
        gap: f32,
        /// As in [`Pair`].
        reach: f32,
    }

    /// Push constants of the deformable contact passes.
    struct DeformableContactParams {
        /// Number of particles or elements.
        count: u32,
        /// Capacity, in entries.
        capacity: u32,
        /// Number of colliders; the accumulators number bodies after them.
        colliders: u32,
        /// Number of surface elements.
        elements: u32,
        /// Least mean displacement per substep that counts as common motion, m.
        together: f32,
        /// Index of a further round of contacts in an iteration, or 0; or index of a truncation round.
        round: u32,
    }

    /// Push constants of `contact/count_workgroups`.
    struct CallsParams {
        /// Number of particles.
        particles: u32,
        /// Number of surface elements.
        elements: u32,
        /// Capacity for candidate pairs.
        capacity: u32,
        /// Capacity for overlapping pairs of elements; for pairs of leaves it is half of that.
        room: u32,
        /// The stage that just ended: 1 leaf pairs, 2 element pairs, 3 feature pairs, 4 candidate pairs, 5 narrow phase.
        /// 5 + k is the decision whether round k of the contacts is needed.
        done: u32,
        /// Substeps to add since the last call: 1 at the start of a substep, 0 at its end.
        passed: f32,
    }
}
