//! Which pairs there may be, and which of them may push, where that is not known any more.

use super::Touches;
use crate::state::Buffers;
use pliant_kernels::types::{
    CALLS_DETECT_PAIRS, CALLS_DETECT_PARTICLES, CALLS_DROP, CALLS_KEEP, CALLS_RENEW,
    CALLS_SEEK_ELEMENTS, CALLS_SEEK_GROUPS, CALLS_SEEK_IN_GROUPS, CALLS_SEEK_NEAR, CALLS_SEEK_ONCE,
    CALLS_SEEK_PAIRS, CALLS_SEEK_PARTICLES, CALLS_SEEK_PARTS, CALLS_SORT, CALLS_STIR,
    CALLS_TOUCHING, CallsParams, FEATURE_TIED, TouchParams,
};
use pliant_kernels::{BufferId, PassId, Recording, Variant};

/// Where particles are at the start of a substep, and their displacements in it.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub(super) place: BufferId,
    pub(super) moved: BufferId,
}

impl Touches {
    /// Finds what may touch in this substep, by the displacements that are predicted.
    pub(crate) fn detect(&self, record: &mut Recording, b: &Buffers) {
        if self.elements.is_empty() {
            return;
        }
        self.seek_at_start(record, b);
        let way = Way {
            place: b.position,
            moved: b.moved,
        };
        self.meet(record, b, way, Self::count);
        self.stand(record, b);
        self.free(record, b);
        self.aim(record, b);
    }

    /// Seeks pairs where some particle strays too far from where it was expected when they last were.
    pub(super) fn seek_at_start(&self, record: &mut Recording, b: &Buffers) {
        let own = &b.touches;
        let particles = self.params(self.particles());
        record.fill(own.stale, 0);
        let drift = [
            own.state,
            own.sought,
            b.position,
            b.moved,
            own.stale,
            own.ways,
            own.detected,
            own.stirs.renewed,
            own.stirs.particles,
            own.bodies,
            b.body_of,
        ];
        record.dispatch(PassId::TouchDrift, &drift, particles, particles.count);
        let way = Way {
            place: b.position,
            moved: b.moved,
        };
        let params = CallsParams {
            passed: 1.0,
            ..self.calls(0)
        };
        self.seek(record, b, way, params);
        let stirred = [
            own.state,
            own.starts,
            own.entries,
            own.stirs.particles,
            own.stirs.marks,
            own.calls,
            own.stirs.pairs,
        ];
        own.call(record, PassId::TouchStir, &stirred, particles, CALLS_STIR);
    }

    /// The same at its end, where the solver has left some particle further from there: nothing knows whom it would meet. Whether any
    /// has to be guarded.
    pub(super) fn seek_at_end(&self, record: &mut Recording, b: &Buffers, way: Way) {
        let own = &b.touches;
        let params = self.params(self.particles());
        record.fill(own.stale, 0);
        let restless = [
            own.state,
            own.sought,
            own.ways,
            way.place,
            way.moved,
            own.detected,
            own.free,
            own.stale,
        ];
        record.dispatch(PassId::TouchRestless, &restless, params, params.count);
        self.seek(record, b, way, self.calls(0));
        self.meet(record, b, way, Self::count_found);
        self.free(record, b);
    }

    fn seek(&self, record: &mut Recording, b: &Buffers, way: Way, params: CallsParams) {
        let of_calls = b.touches.of_calls(b);
        record.dispatch(PassId::TouchCalls, &of_calls, params, 1);
        self.boxes(record, b, way);
        self.keep(record, b);
        self.pairs(record, b);
        self.ends(record, b);
    }

    /// Detects touches among pairs, and lists for each particle what may push it; `count`: how it is counted that these were looked at.
    fn meet(
        &self,
        record: &mut Recording,
        b: &Buffers,
        way: Way,
        count: impl Fn(&Self, &mut Recording, &Buffers, u32),
    ) {
        let own = &b.touches;
        let params = self.params(self.particles());
        let met = [
            own.state,
            own.corners,
            own.around,
            own.manners,
            way.place,
            way.moved,
            own.detected,
            own.stirs.pairs,
            own.slips,
            own.weights,
            own.normals,
            own.apart,
            own.near,
            own.stirs.renewed,
            own.touching,
            own.anchors,
        ];
        own.call(
            record,
            PassId::TouchDetect,
            &met,
            params,
            CALLS_DETECT_PAIRS,
        );
        let renewed = [own.state, own.stirs.renewed, own.stirs.listed];
        own.call(record, PassId::TouchRenew, &renewed, params, CALLS_RENEW);
        count(self, record, b, 5);
        let gathered = [
            own.state,
            own.starts,
            own.entries,
            own.near,
            own.apart,
            way.place,
            own.stirs.renewed,
            own.ends,
            own.gathered,
            own.detected,
            own.free,
            own.calls,
            own.stirs.listed,
            own.shares.changed,
        ];
        let all = CALLS_DETECT_PARTICLES;
        own.call(record, PassId::TouchGather, &gathered, params, all);
        let sorted = [own.starts, own.ends, own.gathered, own.stirs.renewed];
        own.call(record, PassId::TouchSort, &sorted, params, CALLS_SORT);
    }

    /// Finds how touches stand in this substep.
    fn stand(&self, record: &mut Recording, b: &Buffers) {
        let own = &b.touches;
        let params = self.params(self.particles());
        let stood = [
            own.state,
            own.touching,
            b.frame,
            own.corners,
            own.weights,
            b.position,
            b.moved,
            own.near,
            own.normals,
            own.opens,
            own.presses,
            own.slips,
            own.anchors,
            own.bounces.touches,
            own.shares.changed,
        ];
        own.call(record, PassId::TouchStand, &stood, params, CALLS_TOUCHING);
    }

    fn calls(&self, done: u32) -> CallsParams {
        CallsParams {
            particles: self.particles(),
            elements: self.size(),
            capacity: self.capacity,
            room: self.room,
            done,
            passed: 0.0,
        }
    }

    /// Makes the tree of boxes anew.
    fn boxes(&self, record: &mut Recording, b: &Buffers, way: Way) {
        let own = &b.touches;
        let particles = self.params(self.particles());
        let elements = self.params(self.size());
        let mean = [own.stale, way.moved, own.state];
        own.call(record, PassId::TouchMean, &mean, particles, CALLS_SEEK_ONCE);
        let remember = [
            own.stale,
            own.state,
            own.bodies,
            b.body_of,
            way.place,
            way.moved,
            own.sought,
            own.counts,
            own.cursor,
            own.ways,
            own.strayed,
        ];
        let all = CALLS_SEEK_PARTICLES;
        own.call(record, PassId::TouchRemember, &remember, particles, all);
        let leaves = [
            own.stale,
            own.elements,
            own.bodies,
            b.body_of,
            own.sought,
            own.nodes,
            own.ways,
            own.speeds,
            own.pair_counts,
            own.pair_cursor,
            own.beside,
            own.strayed,
            own.fresh,
        ];
        let all = CALLS_SEEK_ELEMENTS;
        own.call(record, PassId::TouchLeaves, &leaves, elements, all);
        let refit = [own.stale, own.nodes];
        own.call(
            record,
            PassId::TouchRefit,
            &refit,
            elements,
            CALLS_SEEK_ONCE,
        );
    }

    /// What stays of what is known.
    fn keep(&self, record: &mut Recording, b: &Buffers) {
        let own = &b.touches;
        let kept = [
            own.stale,
            own.state,
            own.known,
            own.fresh,
            own.near,
            own.pair_counts,
            own.found,
        ];
        let params = self.params(self.size());
        own.call(record, PassId::TouchKeep, &kept, params, CALLS_KEEP);
        let dropped = [own.stale, own.state, own.fresh, own.unparted, own.vacant];
        let params = TouchParams {
            capacity: self.room,
            ..params
        };
        own.call(record, PassId::TouchDrop, &dropped, params, CALLS_DROP);
    }

    /// Finds elements that are near each other, pairs of their parts, and orders these.
    fn pairs(&self, record: &mut Recording, b: &Buffers) {
        let own = &b.touches;
        let groups = [
            own.stale,
            own.elements,
            own.bodies,
            b.body_of,
            own.nodes,
            own.near_groups,
            own.state,
            own.fresh,
        ];
        let room = |capacity| TouchParams {
            capacity,
            ..self.params(self.size())
        };
        let all = CALLS_SEEK_GROUPS;
        own.call(
            record,
            PassId::TouchGroups,
            &groups,
            room(self.room / 2),
            all,
        );
        self.count_found(record, b, 1);
        let near = [
            own.stale,
            own.elements,
            own.bodies,
            b.body_of,
            own.nodes,
            own.near_groups,
            own.nears,
            own.state,
            own.fresh,
        ];
        let all = CALLS_SEEK_IN_GROUPS;
        own.call(record, PassId::TouchNear, &near, room(self.room), all);
        self.count_found(record, b, 2);
        self.pairs_of_parts(record, b);
    }

    /// The variant of passes that know what is tied.
    fn tied(&self) -> Variant {
        let features = if self.tied { FEATURE_TIED } else { 0 };
        Variant { lanes: 1, features }
    }

    fn pairs_of_parts(&self, record: &mut Recording, b: &Buffers) {
        let own = &b.touches;
        let variant = self.tied();
        let parts = [
            own.stale,
            own.elements,
            own.bodies,
            b.body_of,
            own.groups,
            own.sought,
            own.speeds,
            own.nears,
            own.parts,
            own.unparted,
            own.state,
            own.vacant,
        ];
        let params = TouchParams {
            capacity: self.room,
            ..self.params(self.room)
        };
        let workgroups = own.workgroups(CALLS_SEEK_NEAR);
        record.dispatch_counted(PassId::TouchParts, &parts, params, workgroups, variant);
        self.count_found(record, b, 3);
        let pairs = [
            own.stale,
            own.elements,
            own.bodies,
            b.body_of,
            own.groups,
            own.rests,
            own.origins,
            own.sought,
            own.speeds,
            own.beside,
            own.linked,
            own.nears,
            own.parts,
            own.pair_counts,
            own.found,
            own.state,
        ];
        let params = self.params(self.room);
        let workgroups = own.workgroups(CALLS_SEEK_PARTS);
        record.dispatch_counted(PassId::TouchPairs, &pairs, params, workgroups, variant);
        self.count_found(record, b, 4);
        self.order(record, b);
    }

    /// How many workgroups what follows runs, where pairs are sought.
    fn count_found(&self, record: &mut Recording, b: &Buffers, done: u32) {
        self.count_by(record, b, done, CALLS_SEEK_ONCE);
    }

    /// The same, where `index` tells that there is something to do.
    pub(super) fn count_by(&self, record: &mut Recording, b: &Buffers, done: u32, index: u32) {
        let own = &b.touches;
        record.dispatch_counted(
            PassId::TouchCalls,
            &own.of_calls(b),
            self.calls(done),
            own.workgroups(index),
            Variant::default(),
        );
    }

    /// The same in every substep.
    pub(super) fn count(&self, record: &mut Recording, b: &Buffers, done: u32) {
        let calls = b.touches.of_calls(b);
        record.dispatch(PassId::TouchCalls, &calls, self.calls(done), 1);
    }

    fn order(&self, record: &mut Recording, b: &Buffers) {
        let own = &b.touches;
        own.scan(record, own.pair_counts, own.pair_starts, 2 * self.size());
        let params = self.params(self.size());
        let list = [
            own.stale,
            own.state,
            own.found,
            own.pair_starts,
            own.pair_cursor,
            own.keys,
        ];
        own.call(record, PassId::TouchList, &list, params, CALLS_SEEK_PAIRS);
        let place = [
            own.stale,
            own.state,
            own.pair_starts,
            own.keys,
            own.found,
            own.elements,
            own.beside,
            own.groups,
            own.corners,
            own.around,
            own.manners,
            own.known,
            own.counts,
        ];
        let workgroups = own.workgroups(CALLS_SEEK_PAIRS);
        record.dispatch_counted(PassId::TouchPlace, &place, params, workgroups, self.tied());
    }

    /// Lists the pairs of each particle.
    fn ends(&self, record: &mut Recording, b: &Buffers) {
        let own = &b.touches;
        own.scan(record, own.counts, own.starts, self.particles());
        let buffers = [
            own.stale,
            own.corners,
            own.starts,
            own.cursor,
            own.entries,
            own.state,
        ];
        let params = self.params(self.size());
        own.call(
            record,
            PassId::TouchEnds,
            &buffers,
            params,
            CALLS_SEEK_PAIRS,
        );
    }
}
