//! Records the search for candidates, and the contacts of a substep among them (docs/method.md §24).

use super::buffers::ContactPasses;
use super::contacts::DeformableContacts;
use pliant_passes::types::{
    CALLS_CANDIDATES, CALLS_ONCE, CALLS_PARTICLES, CALLS_SEARCH_ELEMENTS, CALLS_SEARCH_LEAVES,
    CALLS_SEARCH_ONCE, DeformableContactParams,
};
use pliant_passes::passes::contact;
use pliant_passes::{Buffer, Recording};

impl DeformableContacts {
    /// Finds contacts for this substep, from predicted displacements.
    pub(crate) fn detect(&self, record: &mut Recording, passes: ContactPasses<'_>) {
        if self.elements.is_empty() {
            return;
        }
        self.search(record, passes);
        self.evaluate(record, passes);
    }

    /// Searches candidates where a particle has used up its allowance since the last search.
    pub(super) fn search(&self, record: &mut Recording, passes: ContactPasses<'_>) {
        let (world, own) = passes;
        self.measure(record, passes, world.particles.displacement, 0);
        let count = contact::CountWorkgroups {
            state: own.state,
            calls: own.calls,
        };
        record.pass(count, self.params(self.particles()), 1);
        self.bound(record, passes);
        self.find(record, passes);
        self.order(record, passes);
    }

    /// Measures the motion since the last search; in round 0 at a substep's start, later after a round of truncation.
    pub(super) fn measure(
        &self,
        record: &mut Recording,
        (world, own): ContactPasses<'_>,
        displacement: Buffer<[f32; 4]>,
        round: u32,
    ) {
        let measured = self.measured((world, own), displacement);
        let params = DeformableContactParams {
            round,
            ..self.params(self.particles())
        };
        record.pass(measured, params, params.count);
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
            displacement,
            limits: own.motion.limits,
            motions: own.motion.motions,
            status: world.status,
        }
    }

    /// Stores reference positions, and computes the boxes of elements and of the tree above them.
    fn bound(&self, record: &mut Recording, (world, own): ContactPasses<'_>) {
        let params = self.params(self.size());
        let bound = contact::BoundElements {
            state: own.state,
            elements: own.elements,
            bodies: own.bodies,
            body_of: world.particles.body_of,
            position: world.particles.position,
            displacement: world.particles.displacement,
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
        own.call(record, bound, params, CALLS_SEARCH_ELEMENTS);
        let refit = contact::RefitElements {
            nodes: own.search.nodes,
        };
        own.call(record, refit, params, CALLS_SEARCH_ONCE);
    }

    /// Finds pairs of elements, and candidates among their features.
    fn find(&self, record: &mut Recording, (world, own): ContactPasses<'_>) {
        let params = self.params(self.size());
        let pairs = contact::FindElementPairs {
            state: own.state,
            elements: own.elements,
            bodies: own.bodies,
            body_of: world.particles.body_of,
            nodes: own.search.nodes.cast(),
            found: own.search.element_pairs,
            status: world.status,
        };
        own.call(record, pairs, params, CALLS_SEARCH_LEAVES);
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
            found: own.search.found,
            status: world.status,
        };
        own.call(record, candidates, params, CALLS_SEARCH_ELEMENTS);
    }

    /// Brings candidates into an order that does not depend on threads.
    fn order(&self, record: &mut Recording, (_, own): ContactPasses<'_>) {
        let lists = (own.search.counts, own.search.starts);
        own.scan(record, lists, self.size(), CALLS_SEARCH_ONCE);
        let params = self.params(self.size());
        let list = contact::ListCandidates {
            state: own.state,
            found: own.search.found,
            cursor: own.search.counts,
            listed: own.search.listed,
            starts: own.search.starts,
        };
        own.call(record, list, params, CALLS_SEARCH_ELEMENTS);
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
        let params = self.params(self.particles());
        own.call(record, sort, params, CALLS_SEARCH_ELEMENTS);
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
            position: world.particles.position,
            displacement: world.particles.displacement,
            frame: world.frame,
            passing: own.intersections.passing,
            body_of: world.particles.body_of,
            counts: contacts.counts,
            found: contacts.rows.cast(),
            status: world.status,
        };
        own.call(record, evaluated, params, CALLS_CANDIDATES);
        let lists = (contacts.counts, contacts.starts);
        own.scan(record, lists, params.count, CALLS_ONCE);
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
