//! Records the search for pairs, and for those of them that can be active, where earlier results are no longer valid.

use super::buffers::ContactPasses;
use super::contacts::DeformableContacts;
use pliant_passes::passes::contact;
use pliant_passes::types::{
    CALLS_ACTIVE, CALLS_DETECT_PAIRS, CALLS_DETECT_PARTICLES, CALLS_DROP, CALLS_KEEP, CALLS_RENEW,
    CALLS_SEEK_ELEMENTS, CALLS_SEEK_GROUPS, CALLS_SEEK_IN_GROUPS, CALLS_SEEK_NEAR, CALLS_SEEK_ONCE,
    CALLS_SEEK_PAIRS, CALLS_SEEK_PARTICLES, CALLS_SEEK_PARTS, CALLS_SORT, CALLS_STIR, CallsParams,
    DeformableContactParams, FEATURE_TIED,
};
use pliant_passes::{Buffer, Recording, Variant};

/// Positions at the start of a substep, and displacements in it, m.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    pub(super) place: Buffer<[f32; 4]>,
    pub(super) displacement: Buffer<[f32; 4]>,
}

impl DeformableContacts {
    /// Finds contacts for this substep, from predicted displacements.
    pub(crate) fn detect(&self, record: &mut Recording, passes: ContactPasses<'_>) {
        if self.elements.is_empty() {
            return;
        }
        self.seek_at_start(record, passes);
        let way = Way {
            place: passes.0.particles.position,
            displacement: passes.0.particles.displacement,
        };
        self.meet(record, passes, way, Self::count);
        self.stand(record, passes);
        self.release_pairs(record, passes);
        self.choose_directions(record, passes);
    }

    /// Searches pairs where a particle exceeds its bound since the last search.
    pub(crate) fn seek_at_start(&self, record: &mut Recording, passes: ContactPasses<'_>) {
        let (world, own) = passes;
        let particles = self.params(self.particles());
        record.fill(own.stale, 0);
        let drift = contact::CheckBounds {
            state: own.state,
            sought: own.sought,
            position: world.particles.position,
            displacement: world.particles.displacement,
            stale: own.stale,
            ways: own.ways,
            detected: own.detected,
            renewed: own.stirs.renewed,
            found: own.stirs.particles,
            bodies: own.bodies,
            body_of: world.particles.body_of,
        };
        record.pass(drift, particles, particles.count);
        let way = Way {
            place: world.particles.position,
            displacement: world.particles.displacement,
        };
        let params = CallsParams {
            passed: 1.0,
            ..self.calls(0)
        };
        self.seek(record, passes, way, params);
        let stirred = contact::ListDirtyPairs {
            state: own.state,
            starts: own.starts,
            entries: own.entries,
            stirring: own.stirs.particles,
            marks: own.stirs.marks,
            calls: own.calls,
            found: own.stirs.pairs,
        };
        own.call(record, stirred, particles, CALLS_STIR);
    }

    /// The same at the substep's end, where the solver may have moved a particle beyond its bound, so that pairs may be missing.
    /// Also finds out whether anything has to be truncated.
    pub(crate) fn seek_at_end(&self, record: &mut Recording, passes: ContactPasses<'_>, way: Way) {
        let (_, own) = passes;
        let params = self.params(self.particles());
        record.fill(own.stale, 0);
        let restless = contact::CheckMotion {
            state: own.state,
            sought: own.sought,
            ways: own.ways,
            position: way.place,
            displacement: way.displacement,
            detected: own.detected,
            free: own.free,
            stale: own.stale,
        };
        record.pass(restless, params, params.count);
        self.seek(record, passes, way, self.calls(0));
        self.meet(record, passes, way, Self::count_found);
        self.release_pairs(record, passes);
    }

    fn seek(
        &self,
        record: &mut Recording,
        passes: ContactPasses<'_>,
        way: Way,
        params: CallsParams,
    ) {
        let of_calls = passes.1.of_calls(passes.0);
        record.pass(of_calls, params, 1);
        self.boxes(record, passes, way);
        self.keep(record, passes);
        self.pairs(record, passes);
        self.ends(record, passes);
    }

    /// Evaluates pairs and lists for each particle those that can be active. `count` records how dispatch arguments are computed.
    fn meet(
        &self,
        record: &mut Recording,
        passes: ContactPasses<'_>,
        way: Way,
        count: impl Fn(&Self, &mut Recording, ContactPasses<'_>, u32),
    ) {
        let (_, own) = passes;
        let params = self.params(self.particles());
        let met = contact::EvaluatePairs {
            state: own.state,
            corners: own.corners,
            around: own.around,
            manners: own.manners,
            position: way.place,
            displacement: way.displacement,
            detected: own.detected,
            stirred: own.stirs.pairs,
            slips: own.slips,
            weights: own.weights,
            normals: own.normals,
            apart: own.apart,
            near: own.near,
            renewed: own.stirs.renewed,
            found: own.active_contacts,
            anchors: own.anchors,
        };
        own.call(record, met, params, CALLS_DETECT_PAIRS);
        let renewed = contact::ListDirtyParticles {
            state: own.state,
            renewed: own.stirs.renewed,
            found: own.stirs.listed,
        };
        own.call(record, renewed, params, CALLS_RENEW);
        count(self, record, passes, 5);
        let gathered = contact::GatherContacts {
            state: own.state,
            starts: own.starts,
            entries: own.entries,
            near: own.near,
            apart: own.apart,
            position: way.place,
            renewed: own.stirs.renewed,
            ends: own.ends,
            gathered: own.gathered,
            detected: own.detected,
            free: own.free,
            calls: own.calls,
            listed: own.stirs.listed,
            changed: own.shares.changed,
        };
        let all = CALLS_DETECT_PARTICLES;
        own.call(record, gathered, params, all);
        let sorted = contact::SortContacts {
            starts: own.starts,
            ends: own.ends,
            entries: own.gathered,
            renewed: own.stirs.renewed,
        };
        own.call(record, sorted, params, CALLS_SORT);
    }

    /// Evaluates the active contacts of this substep: C, gradients and separation.
    fn stand(&self, record: &mut Recording, passes: ContactPasses<'_>) {
        let (world, own) = passes;
        let params = self.params(self.particles());
        let stood = contact::EvaluateContacts {
            state: own.state,
            active_contacts: own.active_contacts,
            frame: world.frame,
            corners: own.corners,
            weights: own.weights,
            position: world.particles.position,
            displacement: world.particles.displacement,
            near: own.near,
            normals: own.normals,
            opens: own.opens,
            presses: own.presses,
            slips: own.slips,
            anchors: own.anchors,
            found: own.bounces.deformable_contacts,
            changed: own.shares.changed,
        };
        own.call(record, stood, params, CALLS_ACTIVE);
    }

    fn calls(&self, done: u32) -> CallsParams {
        CallsParams {
            particles: self.particles(),
            elements: self.size(),
            capacity: self.capacity,
            room: self.element_capacity,
            done,
            passed: 0.0,
        }
    }

    /// Rebuilds the BVH.
    fn boxes(&self, record: &mut Recording, passes: ContactPasses<'_>, way: Way) {
        let (world, own) = passes;
        let particles = self.params(self.particles());
        let elements = self.params(self.size());
        let mean = contact::AverageDisplacement {
            stale: own.stale,
            displacement: way.displacement,
            state: own.state,
        };
        own.call(record, mean, particles, CALLS_SEEK_ONCE);
        let remember = contact::SnapshotPositions {
            stale: own.stale,
            state: own.state,
            bodies: own.bodies,
            body_of: world.particles.body_of,
            position: way.place,
            displacement: way.displacement,
            sought: own.sought,
            counts: own.counts,
            filled: own.cursor,
            ways: own.ways,
            strayed: own.strayed,
        };
        let all = CALLS_SEEK_PARTICLES;
        own.call(record, remember, particles, all);
        let leaves = contact::BoundElements {
            stale: own.stale,
            elements: own.elements,
            bodies: own.bodies,
            body_of: world.particles.body_of,
            sought: own.sought,
            nodes: own.nodes,
            ways: own.ways,
            speeds: own.speeds,
            counts: own.pair_counts,
            cursor: own.pair_cursor,
            beside: own.beside,
            strayed: own.strayed,
            fresh: own.fresh,
        };
        let all = CALLS_SEEK_ELEMENTS;
        own.call(record, leaves, elements, all);
        let refit = contact::RefitElementTree {
            stale: own.stale,
            nodes: own.nodes,
        };
        own.call(record, refit, elements, CALLS_SEEK_ONCE);
    }

    /// Retains pairs that are still valid, and evicts others.
    fn keep(&self, record: &mut Recording, passes: ContactPasses<'_>) {
        let (_, own) = passes;
        let kept = contact::RetainPairs {
            stale: own.stale,
            state: own.state,
            known: own.known,
            fresh: own.fresh,
            near: own.near,
            counts: own.pair_counts,
            found: own.found,
        };
        let params = self.params(self.size());
        own.call(record, kept, params, CALLS_KEEP);
        let dropped = contact::EvictElements {
            stale: own.stale,
            state: own.state,
            fresh: own.fresh,
            unparted: own.unparted,
            found: own.vacant,
        };
        let params = DeformableContactParams {
            capacity: self.element_capacity,
            ..params
        };
        own.call(record, dropped, params, CALLS_DROP);
    }

    /// Finds candidate pairs of elements, then pairs of their features, and sorts these.
    fn pairs(&self, record: &mut Recording, passes: ContactPasses<'_>) {
        let (world, own) = passes;
        let groups = contact::FindLeafPairs {
            stale: own.stale,
            elements: own.elements,
            bodies: own.bodies,
            body_of: world.particles.body_of,
            nodes: own.nodes.cast(),
            found: own.near_groups,
            state: own.state,
            fresh: own.fresh,
        };
        let room = |capacity| DeformableContactParams {
            capacity,
            ..self.params(self.size())
        };
        let all = CALLS_SEEK_GROUPS;
        own.call(record, groups, room(self.element_capacity / 2), all);
        self.count_found(record, passes, 1);
        let near = contact::FindElementPairs {
            stale: own.stale,
            elements: own.elements,
            bodies: own.bodies,
            body_of: world.particles.body_of,
            nodes: own.nodes.cast(),
            groups: own.near_groups,
            found: own.nears,
            state: own.state,
            fresh: own.fresh,
        };
        let all = CALLS_SEEK_IN_GROUPS;
        own.call(record, near, room(self.element_capacity), all);
        self.count_found(record, passes, 2);
        self.pairs_of_parts(record, passes);
    }

    /// Variant of passes that exclude particles attached to each other.
    fn tied(&self) -> Variant {
        let features = if self.tied { FEATURE_TIED } else { 0 };
        Variant { lanes: 1, features }
    }

    fn pairs_of_parts(&self, record: &mut Recording, passes: ContactPasses<'_>) {
        let (world, own) = passes;
        let variant = self.tied();
        let parts = contact::FindFeaturePairs {
            stale: own.stale,
            elements: own.elements,
            bodies: own.bodies,
            body_of: world.particles.body_of,
            groups: own.groups,
            sought: own.sought,
            speeds: own.speeds,
            nears: own.nears,
            found: own.parts,
            found_unparted: own.unparted,
            state: own.state,
            vacant: own.vacant,
        };
        let params = DeformableContactParams {
            capacity: self.element_capacity,
            ..self.params(self.element_capacity)
        };
        let workgroups = own.workgroups(CALLS_SEEK_NEAR);
        record.pass_indirect(parts, params, workgroups, variant);
        self.count_found(record, passes, 3);
        let pairs = contact::FindPairs {
            stale: own.stale,
            elements: own.elements,
            bodies: own.bodies,
            body_of: world.particles.body_of,
            groups: own.groups,
            rest: own.rests,
            origin: own.origins,
            sought: own.sought,
            speeds: own.speeds,
            beside: own.beside,
            linked: own.linked,
            nears: own.nears,
            parts: own.parts,
            counts: own.pair_counts,
            found: own.found,
            state: own.state,
        };
        let params = self.params(self.element_capacity);
        let workgroups = own.workgroups(CALLS_SEEK_PARTS);
        record.pass_indirect(pairs, params, workgroups, variant);
        self.count_found(record, passes, 4);
        self.order(record, passes);
    }

    /// Computes the dispatch arguments of the next passes, where pairs are searched.
    fn count_found(&self, record: &mut Recording, passes: ContactPasses<'_>, done: u32) {
        self.count_by(record, passes, done, CALLS_SEEK_ONCE);
    }

    /// The same where dispatch argument `index` is not 0.
    pub(crate) fn count_by(
        &self,
        record: &mut Recording,
        passes: ContactPasses<'_>,
        done: u32,
        index: u32,
    ) {
        let (world, own) = passes;
        record.pass_indirect(
            own.of_calls(world),
            self.calls(done),
            own.workgroups(index),
            Variant::default(),
        );
    }

    /// The same in every substep.
    pub(crate) fn count(&self, record: &mut Recording, passes: ContactPasses<'_>, done: u32) {
        let calls = passes.1.of_calls(passes.0);
        record.pass(calls, self.calls(done), 1);
    }

    fn order(&self, record: &mut Recording, passes: ContactPasses<'_>) {
        let (_, own) = passes;
        own.scan(record, own.pair_counts, own.pair_starts, 2 * self.size());
        let params = self.params(self.size());
        let list = contact::ListPairKeys {
            stale: own.stale,
            state: own.state,
            found: own.found,
            starts: own.pair_starts,
            cursor: own.pair_cursor,
            keys: own.keys,
        };
        own.call(record, list, params, CALLS_SEEK_PAIRS);
        let place = contact::SortPairs {
            stale: own.stale,
            state: own.state,
            starts: own.pair_starts,
            keys: own.keys,
            found: own.found,
            elements: own.elements,
            beside: own.beside,
            groups: own.groups,
            corners: own.corners,
            around: own.around,
            manners: own.manners,
            known: own.known,
            counts: own.counts,
        };
        let workgroups = own.workgroups(CALLS_SEEK_PAIRS);
        record.pass_indirect(place, params, workgroups, self.tied());
    }

    /// Lists the pairs of each particle.
    fn ends(&self, record: &mut Recording, passes: ContactPasses<'_>) {
        let (_, own) = passes;
        own.scan(record, own.counts, own.starts, self.particles());
        let buffers = contact::ListParticlePairs {
            stale: own.stale,
            corners: own.corners,
            starts: own.starts,
            cursor: own.cursor,
            entries: own.entries,
            state: own.state,
        };
        let params = self.params(self.size());
        own.call(record, buffers, params, CALLS_SEEK_PAIRS);
    }
}
