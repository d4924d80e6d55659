//! Records the search for candidates, and the contacts of a substep among them (docs/method.md §24).

use super::contact_buffers::ContactPasses;
use super::contacts::DeformableContacts;
use pliant_passes::passes::contact;
use pliant_passes::types::{
    AFTER_SOLVE, AFTER_TRUNCATION, ColliderCornerParams, DISPATCH_AGAIN_ELEMENTS,
    DISPATCH_AGAIN_LEAVES, DISPATCH_AGAIN_ONCE, DISPATCH_AGAIN_PARTICLES, DISPATCH_CANDIDATES,
    DISPATCH_PARTICLES, DISPATCH_SEARCH_ELEMENTS, DISPATCH_SEARCH_LEAVES, DISPATCH_SEARCH_ONCE,
    DeformableContactParams, SUBSTEP_START,
};
use pliant_passes::{Buffer, Recording, Variant, bind};

/// A search of a substep: at its start, or again after the solve.
#[derive(Clone, Copy)]
struct Search<'a> {
    passes: ContactPasses<'a>,
    displacement: Buffer<[f32; 4]>,
    /// SUBSTEP_START or AFTER_SOLVE.
    stage: u32,
    /// Indirect dispatch arguments: one workgroup, each element, each BVH leaf.
    dispatch_arguments: [u32; 3],
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
        let buffers = bind!(contact::MoveColliderCorners {
            collider_corners, outwards from own;
            poses, mesh_faces, face_motions from world.colliders;
            position, displacement, displacement_before, velocity from world.particles;
            colliders = world.colliders.shapes;
        });
        record.pass_variant(buffers, params, params.count, variant);
    }

    /// Searches candidates where a particle has used up its allowance since the last search.
    pub(super) fn search(&self, record: &mut Recording, passes: ContactPasses<'_>) {
        let displacement = passes.0.particles.displacement;
        let params = self.params(self.particles());
        let measured = self.measured(passes, displacement);
        let (world, own) = passes;
        // Where the substep before had candidates. Elsewhere the measurement at its end suffices.
        own.call(record, measured, params, DISPATCH_PARTICLES);
        record.pass(own.counted(world), params, 1);
        let search = Search {
            passes,
            displacement,
            stage: SUBSTEP_START,
            dispatch_arguments: [
                DISPATCH_SEARCH_ONCE,
                DISPATCH_SEARCH_ELEMENTS,
                DISPATCH_SEARCH_LEAVES,
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
            DISPATCH_AGAIN_ONCE,
        );
        let search = Search {
            passes,
            displacement,
            stage: AFTER_SOLVE,
            dispatch_arguments: [
                DISPATCH_AGAIN_ONCE,
                DISPATCH_AGAIN_ELEMENTS,
                DISPATCH_AGAIN_LEAVES,
            ],
        };
        self.find(record, search);
        own.call(
            record,
            measured,
            params(AFTER_TRUNCATION),
            DISPATCH_AGAIN_PARTICLES,
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
        bind!(contact::MeasureMotion {
            state, dispatch_arguments from own;
            references, trajectories, means, limit_bits, motions, anchors, moved from own.motion;
            position from world.particles; displacement; status from world;
        })
    }

    /// Stores reference positions, and computes the boxes of elements and of the tree above them.
    fn bound(&self, record: &mut Recording, search: Search<'_>) {
        let ((world, own), [once, elements, _]) = (search.passes, search.dispatch_arguments);
        let params = DeformableContactParams {
            stage: search.stage,
            ..self.params(self.size())
        };
        let bound = bind!(contact::BoundElements {
            state, elements, bodies from own;
            body_of, position from world.particles;
            means, references, trajectories, motions from own.motion;
            displacement from search;
            nodes, spreads, starts, old_starts, old_slips from own.search;
            slips, keys from own.candidates;
        });
        own.call(record, bound, params, elements);
        let refit = bind!(contact::RefitElements { nodes from own.search; });
        own.call(record, refit, params, once);
    }

    /// Finds pairs of elements, and candidates among their features.
    fn find_pairs(&self, record: &mut Recording, search: Search<'_>) {
        let ((world, own), [_, elements, leaves]) = (search.passes, search.dispatch_arguments);
        let params = self.params(self.size());
        let pairs = bind!(contact::FindElementPairs {
            state, elements, bodies from own; body_of from world.particles;
            nodes from own.search; status from world;
            found = own.search.element_pairs;
        });
        own.call(record, pairs, params, leaves);
        let candidates = bind!(contact::FindCandidates {
            state, elements, bodies, groups, adjacent, linked from own;
            body_of from world.particles; references from own.motion;
            spreads, element_pairs, counts from own.search; status from world;
            rest = own.rests; origin = own.origins;
            found = own.candidates.found();
        });
        own.call(record, candidates, params, elements);
    }

    /// Brings candidates into an order that does not depend on threads.
    fn order(&self, record: &mut Recording, search: Search<'_>) {
        let ((_, own), [_, elements, _]) = (search.passes, search.dispatch_arguments);
        let lists = (own.search.counts, own.search.starts);
        own.scan(record, lists, self.size(), elements);
        let params = self.params(self.size());
        let list = bind!(contact::ListCandidates {
            state from own; listed, starts from own.search;
            found = own.candidates.found(); cursor = own.search.counts;
        });
        own.call(record, list, params, elements);
        let sort = bind!(contact::SortCandidates {
            state, elements, adjacent, groups, dispatch_arguments from own;
            starts, listed, old_starts, old_slips from own.search;
            references, trajectories from own.motion;
            corners, around, keys, clearances, slips from own.candidates;
        });
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
        let evaluated = bind!(contact::EvaluateContacts {
            state, outwards from own;
            corners, around, keys, clearances, slips from own.candidates;
            motions, moved from own.motion;
            position, displacement, body_of from world.particles;
            frame, status from world; passing from own.intersections;
            counts from contacts; found = contacts.rows.cast();
        });
        own.call(record, evaluated, params, DISPATCH_CANDIDATES);
        let lists = (contacts.counts, contacts.starts);
        own.scan(record, lists, params.count, DISPATCH_PARTICLES);
        let list = bind!(contact::ListContacts {
            state from own; rows, entries, starts from contacts;
            cursor = contacts.counts;
        });
        own.call(record, list, params, DISPATCH_PARTICLES);
        let sort = bind!(contact::SortContacts {
            state from own; rows, starts, entries, split_inverse_mass from contacts;
            velocity from world.particles;
        });
        own.call(record, sort, params, DISPATCH_PARTICLES);
    }
}
