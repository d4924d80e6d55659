//! Records the search for candidates, and the contacts of a substep among them (docs/method.md §24).

use super::contact_buffers::ContactPasses;
use super::contacts::DeformableContacts;
use pliant_passes::passes::contact;
use pliant_passes::types::{
    AFTER_SOLVE, AFTER_TRUNCATION, CALLS_AGAIN_ELEMENTS, CALLS_AGAIN_LEAVES, CALLS_AGAIN_ONCE,
    CALLS_AGAIN_PARTICLES, CALLS_CANDIDATES, CALLS_PARTICLES, CALLS_SEARCH_ELEMENTS,
    CALLS_SEARCH_LEAVES, CALLS_SEARCH_ONCE, ColliderCornerParams, DeformableContactParams,
    SUBSTEP_START,
};
use pliant_passes::{Buffer, Recording, Variant};

/// A search of a substep: at its start, or again after the solve.
#[derive(Clone, Copy)]
struct Search<'a> {
    passes: ContactPasses<'a>,
    displacement: Buffer<[f32; 4]>,
    /// SUBSTEP_START or AFTER_SOLVE.
    stage: u32,
    /// Indirect dispatch arguments: one workgroup, each element, each BVH leaf.
    calls: [u32; 3],
}

impl DeformableContacts {
    /// Finds contacts for this substep, from predicted displacements.
    pub(crate) fn detect(&self, record: &mut Recording, passes: ContactPasses<'_>) {
        if self.elements.is_empty() {
            return;
        }
        self.search(record, passes);
        self.evaluate(record, passes);
    }

    /// Moves the corners of colliders to where these are in a substep.
    pub(crate) fn move_collider_corners(
        &self,
        record: &mut Recording,
        passes: ContactPasses<'_>,
        (params, variant): (ColliderCornerParams, Variant),
    ) {
        let (world, own) = passes;
        let buffers = contact::MoveColliderCorners {
            collider_corners: own.collider_corners,
            colliders: world.colliders.shapes,
            poses: world.colliders.poses,
            mesh_faces: world.colliders.mesh_faces,
            face_motions: world.colliders.face_motions,
            position: world.particles.position,
            displacement: world.particles.displacement,
            displacement_before: world.particles.displacement_before,
            velocity: world.particles.velocity,
            outwards: own.outwards,
        };
        record.pass_variant(buffers, params, params.count, variant);
    }

    /// Searches candidates where a particle has used up its allowance since the last search.
    pub(super) fn search(&self, record: &mut Recording, passes: ContactPasses<'_>) {
        let displacement = passes.0.particles.displacement;
        let params = self.params(self.particles());
        let measured = self.measured(passes, displacement);
        let (world, own) = passes;
        // Where the substep before had candidates. Elsewhere the measurement at its end suffices.
        own.call(record, measured, params, CALLS_PARTICLES);
        record.pass(own.counted(world), params, 1);
        let search = Search {
            passes,
            displacement,
            stage: SUBSTEP_START,
            calls: [
                CALLS_SEARCH_ONCE,
                CALLS_SEARCH_ELEMENTS,
                CALLS_SEARCH_LEAVES,
            ],
        };
        self.find(record, search);
    }

    /// Measures the motion after the solve, and searches candidates again where a particle moved beyond its allowance.
    pub(super) fn search_again(
        &self,
        record: &mut Recording,
        passes: ContactPasses<'_>,
        displacement: Buffer<[f32; 4]>,
    ) {
        let params = |stage| DeformableContactParams {
            stage,
            ..self.params(self.particles())
        };
        let measured = self.measured(passes, displacement);
        record.pass(measured, params(AFTER_SOLVE), self.particles());
        let (world, own) = passes;
        own.call(
            record,
            own.counted(world),
            params(AFTER_SOLVE),
            CALLS_AGAIN_ONCE,
        );
        let search = Search {
            passes,
            displacement,
            stage: AFTER_SOLVE,
            calls: [CALLS_AGAIN_ONCE, CALLS_AGAIN_ELEMENTS, CALLS_AGAIN_LEAVES],
        };
        self.find(record, search);
        own.call(
            record,
            measured,
            params(AFTER_TRUNCATION),
            CALLS_AGAIN_PARTICLES,
        );
    }

    fn find(&self, record: &mut Recording, search: Search<'_>) {
        self.bound(record, search);
        self.find_pairs(record, search);
        self.order(record, search);
    }

    pub(super) fn measured(
        &self,
        (world, own): ContactPasses<'_>,
        displacement: Buffer<[f32; 4]>,
    ) -> contact::MeasureMotion {
        contact::MeasureMotion {
            state: own.state,
            references: own.motion.references,
            trajectories: own.motion.trajectories,
            position: world.particles.position,
            means: own.motion.means,
            displacement,
            limit_bits: own.motion.limit_bits,
            motions: own.motion.motions,
            anchors: own.motion.anchors,
            moved: own.motion.moved,
            calls: own.calls,
            status: world.status,
        }
    }

    /// Stores reference positions, and computes the boxes of elements and of the tree above them.
    fn bound(&self, record: &mut Recording, search: Search<'_>) {
        let ((world, own), [once, elements, _]) = (search.passes, search.calls);
        let params = DeformableContactParams {
            stage: search.stage,
            ..self.params(self.size())
        };
        let bound = contact::BoundElements {
            state: own.state,
            elements: own.elements,
            bodies: own.bodies,
            body_of: world.particles.body_of,
            position: world.particles.position,
            means: own.motion.means,
            displacement: search.displacement,
            references: own.motion.references,
            trajectories: own.motion.trajectories,
            motions: own.motion.motions,
            nodes: own.search.nodes,
            spreads: own.search.spreads,
            starts: own.search.starts,
            slips: own.candidates.slips,
            keys: own.candidates.keys,
            old_starts: own.search.old_starts,
            old_slips: own.search.old_slips,
        };
        own.call(record, bound, params, elements);
        let refit = contact::RefitElements {
            nodes: own.search.nodes,
        };
        own.call(record, refit, params, once);
    }

    /// Finds pairs of elements, and candidates among their features.
    fn find_pairs(&self, record: &mut Recording, search: Search<'_>) {
        let ((world, own), [_, elements, leaves]) = (search.passes, search.calls);
        let params = self.params(self.size());
        let pairs = contact::FindElementPairs {
            state: own.state,
            elements: own.elements,
            bodies: own.bodies,
            body_of: world.particles.body_of,
            nodes: own.search.nodes,
            found: own.search.element_pairs,
            status: world.status,
        };
        own.call(record, pairs, params, leaves);
        let candidates = contact::FindCandidates {
            state: own.state,
            elements: own.elements,
            bodies: own.bodies,
            body_of: world.particles.body_of,
            groups: own.groups,
            rest: own.rests,
            origin: own.origins,
            references: own.motion.references,
            spreads: own.search.spreads,
            beside: own.beside,
            linked: own.linked,
            element_pairs: own.search.element_pairs,
            counts: own.search.counts,
            found: own.candidates.corners.cast(),
            status: world.status,
        };
        own.call(record, candidates, params, elements);
    }

    /// Brings candidates into an order that does not depend on threads.
    fn order(&self, record: &mut Recording, search: Search<'_>) {
        let ((_, own), [_, elements, _]) = (search.passes, search.calls);
        let lists = (own.search.counts, own.search.starts);
        own.scan(record, lists, self.size(), elements);
        let params = self.params(self.size());
        let list = contact::ListCandidates {
            state: own.state,
            found: own.candidates.corners.cast(),
            cursor: own.search.counts,
            listed: own.search.listed,
            starts: own.search.starts,
        };
        own.call(record, list, params, elements);
        let sort = contact::SortCandidates {
            state: own.state,
            starts: own.search.starts,
            listed: own.search.listed,
            elements: own.elements,
            beside: own.beside,
            groups: own.groups,
            references: own.motion.references,
            trajectories: own.motion.trajectories,
            old_starts: own.search.old_starts,
            old_slips: own.search.old_slips,
            corners: own.candidates.corners,
            around: own.candidates.around,
            keys: own.candidates.keys,
            clearances: own.candidates.clearances,
            slips: own.candidates.slips,
            calls: own.calls,
        };
        let params = DeformableContactParams {
            stage: search.stage,
            ..self.params(self.particles())
        };
        own.call(record, sort, params, elements);
    }

    /// Finds the contacts of this substep among the candidates, and lists them for each particle.
    fn evaluate(&self, record: &mut Recording, (world, own): ContactPasses<'_>) {
        let params = self.params(self.particles());
        let contacts = &own.contacts;
        let evaluated = contact::EvaluateContacts {
            state: own.state,
            corners: own.candidates.corners,
            around: own.candidates.around,
            keys: own.candidates.keys,
            clearances: own.candidates.clearances,
            slips: own.candidates.slips,
            motions: own.motion.motions,
            moved: own.motion.moved,
            position: world.particles.position,
            displacement: world.particles.displacement,
            frame: world.frame,
            passing: own.intersections.passing,
            body_of: world.particles.body_of,
            outwards: own.outwards,
            counts: contacts.counts,
            found: contacts.rows.cast(),
            status: world.status,
        };
        own.call(record, evaluated, params, CALLS_CANDIDATES);
        let lists = (contacts.counts, contacts.starts);
        own.scan(record, lists, params.count, CALLS_PARTICLES);
        let list = contact::ListContacts {
            state: own.state,
            rows: contacts.rows,
            cursor: contacts.counts,
            entries: contacts.entries,
            starts: contacts.starts,
        };
        own.call(record, list, params, CALLS_PARTICLES);
        let sort = contact::SortContacts {
            state: own.state,
            rows: contacts.rows,
            starts: contacts.starts,
            entries: contacts.entries,
            velocity: world.particles.velocity,
            share: contacts.share,
        };
        own.call(record, sort, params, CALLS_PARTICLES);
    }
}
