//! Structs of deformable contacts that CPU and GPU share.

use crate::layout::{gpu_constants, gpu_struct};
use crate::types::common::Filter;

gpu_constants! {
    /// Index of indirect dispatch arguments. Where this substep searches: one workgroup.
    DISPATCH_SEARCH_ONCE = 0;
    /// Where this substep searches: each surface element.
    DISPATCH_SEARCH_ELEMENTS = 1;
    /// Where this substep searches: each BVH leaf of eight elements.
    DISPATCH_SEARCH_LEAVES = 2;
    /// Each candidate.
    DISPATCH_CANDIDATES = 3;
    /// Where there are candidates: each particle.
    DISPATCH_PARTICLES = 4;
    /// Where this substep truncates a displacement: each candidate.
    DISPATCH_TRUNCATED_CANDIDATES = 5;
    /// Where this substep truncates a displacement: each particle.
    DISPATCH_TRUNCATED_PARTICLES = 6;
    /// Where this substep searches again, since the solver moved a particle beyond its allowance: one workgroup.
    DISPATCH_AGAIN_ONCE = 7;
    /// Where this substep searches again: each surface element.
    DISPATCH_AGAIN_ELEMENTS = 8;
    /// Where this substep searches again: each BVH leaf of eight elements.
    DISPATCH_AGAIN_LEAVES = 9;
    /// Where this substep searches again: each particle.
    DISPATCH_AGAIN_PARTICLES = 10;
    /// Number of these indices.
    DISPATCHES = 11;
    /// `DeformableContactParams::stage`: the start of a substep.
    SUBSTEP_START = 0;
    /// After its solve.
    AFTER_SOLVE = 1;
    /// After a round of truncation.
    AFTER_TRUNCATION = 2;
    /// Feature pair: a vertex and a triangle.
    POINT_TRIANGLE = 0;
    /// Feature pair: two edges of triangles. Their ends have vertex–triangle pairs of their own.
    EDGE_EDGE = 1;
    /// Feature pair: two edges, at least one of them a segment of a rope.
    STRAND_EDGE = 2;
    /// Vectors of four words in a contact row.
    ROW = 5;
    /// Part of the thickness of both features by which they may be beyond their gap while a contact is listed.
    CONTACT_MARGIN: f32 = 0.2;
    /// Part of the gap that the predicted separation of an active contact is at most, since the solver may draw features together.
    ACTIVE_MARGIN: f32 = 0.02;
    /// Part of the thickness by which a particle may move until candidates that were no contacts are evaluated again. Two features
    /// approach each other by four times that at most, which is the contact margin.
    MOVED_MARGIN: f32 = 0.05;
    /// Substeps for which particles are expected to keep the mean displacement that they had at the search, unless they stop before.
    SUBSTEPS_AHEAD: f32 = 4.0;
    /// Part of the difference by which the mean displacement of a particle follows that of each substep: what jitters in contact is
    /// expected to stay where it is.
    MEAN_RATE: f32 = 0.25;
    /// Part of its allowance that a particle may have used up at the start of a substep; beyond it, the substep searches again.
    /// The solver moves particles by the rest.
    ALLOWANCE_AT_START: f32 = 0.9;
    /// Multiple of a particle's deviation in a substep that its allowance has on top of that of its body.
    ALLOWANCE_MOVING: f32 = 2.0;
    /// Part of the distance at the substep's start, or of the gap where that is less, that truncation leaves between features.
    LEAST_GAP: f32 = 0.2;
    /// Part of the gap: features that are closer than this do not approach any further.
    LEAST_BAND: f32 = 0.005;
    /// Part of the largest coordinate that rounding may take from a distance: 4 units in the last place (ulp).
    COORDINATE_ROUNDING: f32 = 4.8e-7;
    /// Part of the contact margin: features with a smaller gap intersected, or nearly, at the start.
    INTERSECTING_MARGIN: f32 = 0.05;
    /// Steps of conservative advancement to the first contact of a pair.
    IMPACT_STEPS = 8;
    /// Steps of conservative advancement to the truncation limit of a pair.
    TRUNCATION_STEPS = 16;
    /// Least part of the distance between two features that either may use up in a substep.
    LEAST_FRACTION: f32 = 0.05;
    /// Rounds of truncation. In the last one division planes are at rest, so that they hold whatever else is truncated.
    TRUNCATION_ROUNDS = 3;
    /// Part of the gap: a deeper contact loses its velocity, since its correction would become one.
    BOUNCE_DEPTH: f32 = 0.05;
    /// A shorter slip, m, counts as none.
    LEAST_SLIP: f32 = 1e-30;
    /// Allowance, m, of a particle without surface elements: more than any motion.
    UNBOUNDED: f32 = 1e30;
    /// Part of the gap by which two triangles fall away on both sides of their edge at least, or their corners suffice.
    RIDGE: f32 = 0.1;
    /// Bulk of a fluid.
    FLUID_BULK = 4;
    /// Bulk of the edges of a collider.
    COLLIDER_BULK = 3;
    /// Bulk of a soft body.
    SOFT_BULK = 2;
    /// Largest sum of bulks of two bodies whose surfaces collide.
    MOST_BULK = 5;
    /// Part of a distance that rounding may make of a surface that continues beside it.
    FACING_ROUNDING: f32 = 1e-3;
}

gpu_struct! {
    /// Contact properties of a body.
    struct ContactBody {
        /// Half of the contact thickness, m.
        half_thickness: f32,
        /// Allowance of its particles at rest: how far they may deviate from their expected trajectory before the next search, m.
        allowance: f32,
        /// 1 if it has self-contacts.
        itself: u32,
        /// Index of its first surface element; the elements of a body are consecutive.
        first: u32,
        /// Collision filter towards other bodies.
        filters: Filter,
        /// `FLUID_BULK`, `COLLIDER_BULK` or `SOFT_BULK`, else 0. Two bodies with a sum above `MOST_BULK` are no pair: they collide by
        /// density constraints or as rigid bodies, or not at all.
        bulk: u32,
    }

    /// A corner of a collider's sharp edges, for which a particle of infinite mass stands.
    struct ColliderCorner {
        /// Its collider.
        collider: u32,
        /// Its face and its number there, of a deforming mesh. NONE: the collider is rigid.
        face: u32,
        /// 0 to 2.
        corner: u32,
        /// Position in the frame of the collider, m.
        local: [f32; 3],
        /// Outward direction there; 0 where there is no inside.
        outward: [f32; 3],
    }

    /// State of the search and of the contacts.
    struct ContactState {
        /// 1 if candidates are known; 0 before the first search.
        known: u32,
        /// 1 if a particle has used up its allowance, so that the next substep searches.
        stale: u32,
        /// 1 if this substep searches, 2 if it searches again.
        searching: u32,
        /// Number of pairs of elements whose boxes overlap.
        element_pairs: u32,
        /// Number of candidates that the search found.
        found: u32,
        /// The same if they fit the capacity, else 0.
        candidates: u32,
        /// Number of contacts in this substep.
        contacts: u32,
    }

    /// A candidate pair before sorting.
    struct FoundPair {
        /// The element that found it.
        element: u32,
        /// Key among the pairs of that element: 16 times the other element, plus up to 14 for the features of both.
        key: u32,
        /// Separation at which a contact becomes active, m.
        gap: f32,
        /// Distance below which the pair may become a contact in a substep, m.
        reach: f32,
    }

    /// A candidate pair of surface features.
    struct Pair {
        /// The particles of a vertex and a triangle, or of two edges.
        corners: [u32; 4],
        /// The corners opposite the triangle's edges, or of the triangles at each of two edges, or NONE.
        around: [u32; 4],
        /// POINT_TRIANGLE, EDGE_EDGE or STRAND_EDGE.
        kind: u32,
        /// As in [`FoundPair`].
        gap: f32,
        /// As in [`FoundPair`].
        reach: f32,
        /// For a triangle: bit k if the pair owns its corner k, bit 3 + k if it owns the edge from there to the next.
        owns: u32,
    }

    /// A contact in a substep: C = (Σ weight x)·normal − gap ≥ 0.
    struct ContactRow {
        /// As in [`FoundPair`].
        element: u32,
        /// As in [`FoundPair`].
        key: u32,
        /// Its candidate.
        candidate: u32,
        /// As in [`FoundPair`].
        gap: f32,
        /// Particles.
        corners: [u32; 4],
        /// Weights of the corners; their sum is 0.
        weights: [f32; 4],
        /// From the second feature to the first, world.
        normal: [f32; 3],
        /// C at the start of the substep, m.
        open: f32,
        /// Slip of earlier substeps that friction takes back, m.
        slip: [f32; 3],
        /// Predicted change of C in the substep, m.
        approach: f32,
    }

    /// Push constants of the deformable contact passes.
    struct DeformableContactParams {
        /// Number of particles or elements.
        count: u32,
        /// Number of surface elements.
        elements: u32,
        /// Capacity of the list of element pairs.
        element_pairs: u32,
        /// Capacity of the list of candidates.
        candidates: u32,
        /// Capacity of the list of contacts.
        contacts: u32,
        /// Number of colliders; the accumulators number bodies after them.
        colliders: u32,
        /// SUBSTEP_START, AFTER_SOLVE or AFTER_TRUNCATION.
        stage: u32,
        /// `contact/limit_displacements`: 1 in the last round of truncation.
        last_round: u32,
        /// `contact/compute_bounces`: 1 counts active contacts.
        counts_contacts: u32,
        /// The first particle that stands for a corner of a collider; those after it do, too.
        first_corner: u32,
    }

    /// Push constants of the pass that moves the corners of colliders.
    struct ColliderCornerParams {
        /// Number of corners.
        count: u32,
        /// The first particle that stands for one.
        first_corner: u32,
        /// First pose at the substep's end.
        first_pose: u32,
        /// Number of colliders, including pieces of them: poses at its start lie as many before.
        colliders: u32,
        /// Length of a substep, s.
        h: f32,
    }
}
