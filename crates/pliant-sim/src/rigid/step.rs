//! What rigid bodies do in a frame, recorded.

use super::{RigidBuffers, Rigids};
use crate::fields::Fields;
use crate::kinematic::Kinematics;
use crate::state::Buffers;
use pliant_kernels::types::{
    CountParams, JOINTS_BEGIN, JOINTS_FIRST, JOINTS_LAST, JointLoad, JointParams, RigidPair,
    RigidParams, RigidState, SolveParams, WORKGROUP,
};
use pliant_kernels::{BufferId, PassId, Recording, Variant, Workgroups};

/// Rigid bodies in a frame or substep.
pub(crate) struct RigidStepper<'a> {
    pub(crate) rigids: &'a Rigids,
    pub(crate) kinematics: &'a Kinematics,
    pub(crate) fields: &'a Fields,
    pub(crate) b: &'a Buffers,
    /// Of passes that find distances to colliders.
    pub(crate) shells: Variant,
    pub(crate) substeps: u32,
    /// Length of a frame, s.
    pub(crate) span: f64,
    pub(crate) substep: u32,
}

impl RigidStepper<'_> {
    fn own(&self) -> &RigidBuffers {
        &self.b.rigids
    }

    fn params(&self) -> RigidParams {
        RigidParams {
            count: self.rigids.bodies.len() as u32,
            parts: self.rigids.parts.len() as u32,
            capacity: self.rigids.capacity,
            colliders: self.rigids.parts.len() as u32,
            first_pose: self.kinematics.first_pose(self.substep),
            last_pose: self.kinematics.first_pose(self.substeps - 1),
            flag: 0,
            span: self.span as f32,
            fields: self.fields.count(),
            first_zone: self.fields.first_zone(self.substep),
        }
    }

    /// None where there is nothing that could meet.
    fn one_workgroup(&self) -> u32 {
        if self.rigids.parts.is_empty() {
            0
        } else {
            WORKGROUP
        }
    }

    /// At the start of a frame: which colliders may meet in it.
    pub(crate) fn seek(&self, record: &mut Recording) {
        let (b, own, params) = (self.b, self.own(), self.params());
        if params.count == 0 {
            return;
        }
        record.copy(own.states, own.start, state_bytes(self.rigids));
        record.copy(own.joints.loads, own.joints.start, load_bytes(self.rigids));
        self.fields.follow(record, b, 0);
        let moving = [own.rigids, b.poses, own.states, own.reaches];
        let buffers = [&b.gravity()[..], &moving].concat();
        let variant = self.fields.variant();
        record.dispatch_variant(
            PassId::RigidReaches,
            &buffers,
            params,
            params.count,
            variant,
        );
        let buffers = [own.parts, own.states, own.reaches, own.order, own.nodes];
        record.dispatch(PassId::RigidBounds, &buffers, params, params.parts);
        record.dispatch(
            PassId::RigidRefit,
            &[own.nodes],
            params,
            self.one_workgroup(),
        );
        for (now, before, bytes) in known(self.rigids, own) {
            record.copy(now, before, bytes);
        }
        self.pairs(record, 0);
        let count = CountParams {
            count: params.parts,
        };
        record.dispatch(PassId::Scan, &[own.counts, own.starts], count, WORKGROUP);
        self.pairs(record, 1);
        let buffers = [
            own.old_starts,
            own.of_pairs.old_pairs,
            own.of_pairs.old_slips,
            own.starts,
            own.of_pairs.found,
            own.of_pairs.pairs,
            own.of_pairs.slips,
        ];
        record.dispatch(PassId::RigidRecall, &buffers, params, params.capacity);
        let buffers = [
            own.rigids,
            own.starts,
            own.of_pairs.pairs,
            own.claims,
            own.taken,
            own.of_pairs.colors,
            own.shares,
            own.of_pairs.ordered,
            own.color_starts,
        ];
        record.dispatch(PassId::RigidColor, &buffers, params, WORKGROUP);
        self.sort(record);
    }

    fn pairs(&self, record: &mut Recording, flag: u32) {
        let (b, own) = (self.b, self.own());
        let buffers = [
            own.rigids,
            own.parts,
            b.colliders,
            own.order,
            own.nodes,
            own.joints.apart_starts,
            own.joints.apart,
            own.starts,
            own.counts,
            own.of_pairs.found,
            own.reaches,
            b.status,
        ];
        let params = RigidParams {
            flag,
            ..self.params()
        };
        record.dispatch(PassId::RigidPairs, &buffers, params, params.parts);
    }

    /// Pairs of boxes apart from all others.
    fn sort(&self, record: &mut Recording) {
        let own = self.own();
        let buffers = [
            self.b.colliders,
            own.starts,
            own.of_pairs.pairs,
            own.shares,
            own.of_pairs.by_kind,
            own.kind_starts,
            own.calls,
        ];
        record.dispatch(PassId::RigidSort, &buffers, self.params(), WORKGROUP);
    }

    /// Where pairs meet.
    fn detect(&self, record: &mut Recording) {
        let (b, own, params) = (self.b, self.own(), self.params());
        let workgroups = |index: u32| Workgroups {
            buffer: own.calls,
            index,
        };
        let found = [own.of_pairs.manifolds, own.of_pairs.contacts];
        let moving = [b.frame, own.rigids, own.parts, b.colliders];
        let listed = [own.kind_starts, own.of_pairs.pairs, own.of_pairs.by_kind];
        let boxes = [&moving[..], &[own.states], &listed, &found].concat();
        let plain = Variant::default();
        record.dispatch_counted(PassId::RigidBoxes, &boxes, params, workgroups(0), plain);
        let shaped = [b.poses, b.shell_boxes, b.shell_faces, own.states];
        let others = [&moving[..], &shaped, &listed, &found].concat();
        record.dispatch_counted(
            PassId::RigidDetect,
            &others,
            params,
            workgroups(1),
            self.shells,
        );
    }

    /// At the start of a substep: contacts, bounces, and where bodies go.
    pub(crate) fn predict(&self, record: &mut Recording) {
        let (b, own, params) = (self.b, self.own(), self.params());
        if params.parts > 0 {
            self.detect(record);
        }
        if self.rigids.bouncy {
            let buffers = self.speeds(&[]);
            record.dispatch(PassId::RigidBounce, &buffers, params, self.one_workgroup());
        }
        let moving = [own.rigids, b.poses, own.states, own.steps];
        let buffers = [&b.gravity()[..], &moving].concat();
        let variant = self.fields.variant();
        record.dispatch_variant(
            PassId::RigidPredict,
            &buffers,
            params,
            params.count,
            variant,
        );
        self.pose(record);
    }

    /// Colliders go where their bodies are.
    pub(crate) fn pose(&self, record: &mut Recording) {
        let (own, params) = (self.own(), self.params());
        let buffers = [own.parts, own.states, own.steps, self.b.poses];
        record.dispatch(PassId::RigidPose, &buffers, params, params.parts);
    }

    /// The buffers of passes that change velocities at manifolds, with those behind them.
    fn speeds(&self, behind: &[BufferId]) -> Vec<BufferId> {
        let own = self.own();
        let shared = [
            self.b.frame,
            own.rigids,
            own.of_pairs.pairs,
            own.of_pairs.ordered,
            own.color_starts,
            own.of_pairs.manifolds,
            own.of_pairs.contacts,
            own.states,
        ];
        [&shared, behind].concat()
    }

    /// Joints and contacts, in an iteration.
    pub(crate) fn solve(&self, record: &mut Recording, iteration: usize, last: bool) {
        self.joints(record, iteration, last);
        self.grab(record, iteration);
        let (b, own) = (self.b, self.own());
        let buffers = [
            b.frame,
            own.of_pairs.pairs,
            own.of_pairs.ordered,
            own.color_starts,
            own.steps,
            own.of_pairs.manifolds,
            own.of_pairs.contacts,
            own.of_pairs.slips,
        ];
        record.dispatch(
            PassId::RigidContacts,
            &buffers,
            self.params(),
            self.one_workgroup(),
        );
    }

    /// The mouse pulls.
    fn grab(&self, record: &mut Recording, iteration: usize) {
        if self.rigids.interactive {
            let (b, own) = (self.b, self.own());
            let buffers = [b.frame, own.grip, own.states, own.steps, b.grab_lambda];
            let params = SolveParams {
                count: 1,
                keep: if iteration > 0 { 1.0 } else { 0.0 },
                ..SolveParams::default()
            };
            record.dispatch(PassId::RigidGrab, &buffers, params, 1);
        }
    }

    fn joints(&self, record: &mut Recording, iteration: usize, last: bool) {
        let own = self.own();
        let buffers = [
            self.b.frame,
            own.joints.joints,
            own.joints.rows,
            own.joints.tree_starts,
            own.states,
            own.steps,
            own.joints.lambdas,
            own.joints.loads,
            own.rigids,
            own.joints.equations,
            own.joints.folds,
        ];
        let bit = |on: bool, bit: u32| if on { bit } else { 0 };
        let begin = iteration == 0;
        let ends = last && self.substep + 1 == self.substeps;
        let flags = bit(begin, JOINTS_BEGIN)
            | bit(begin && self.substep == 0, JOINTS_FIRST)
            | bit(ends, JOINTS_LAST);
        for trees in self.rigids.joints.forests() {
            let params = JointParams {
                first: trees.start,
                count: trees.len() as u32,
                flags,
                substeps: self.substeps,
            };
            record.dispatch(PassId::RigidJoints, &buffers, params, params.count);
        }
    }

    /// At the end of a substep: velocities and places.
    pub(crate) fn velocity(&self, record: &mut Recording) {
        let (b, own, params) = (self.b, self.own(), self.params());
        let buffers = [
            b.frame,
            own.rigids,
            own.steps,
            own.states,
            own.reaches,
            b.status,
        ];
        record.dispatch(PassId::RigidVelocity, &buffers, params, params.count);
        let params = RigidParams {
            flag: u32::from(self.substep + 1 == self.substeps),
            ..params
        };
        let buffers = self.speeds(&[own.of_pairs.slips]);
        record.dispatch(PassId::RigidRelax, &buffers, params, self.one_workgroup());
        let buffers = self.speeds(&[b.status]);
        record.dispatch(PassId::RigidSettle, &buffers, params, self.one_workgroup());
    }
}

fn state_bytes(rigids: &Rigids) -> u64 {
    (size_of::<RigidState>() * rigids.bodies.len()) as u64
}

fn load_bytes(rigids: &Rigids) -> u64 {
    (size_of::<JointLoad>() * rigids.joints.count()) as u64
}

/// What a frame knows of the pairs of the one before: buffers now and then, and their bytes.
fn known(rigids: &Rigids, own: &RigidBuffers) -> [(BufferId, BufferId, u64); 3] {
    let (pairs, room) = (&own.of_pairs, u64::from(rigids.capacity));
    let starts = size_of::<u32>() * (rigids.parts.len() + 1);
    [
        (own.starts, own.old_starts, starts as u64),
        (
            pairs.pairs,
            pairs.old_pairs,
            room * size_of::<RigidPair>() as u64,
        ),
        (
            pairs.slips,
            pairs.old_slips,
            room * size_of::<[f32; 4]>() as u64,
        ),
    ]
}

impl Rigids {
    /// Records that bodies go back to where the frame started.
    pub(crate) fn rewind(&self, record: &mut Recording, b: &Buffers) {
        if !self.bodies.is_empty() {
            record.copy(b.rigids.start, b.rigids.states, state_bytes(self));
            let joints = &b.rigids.joints;
            record.copy(joints.start, joints.loads, load_bytes(self));
            for (now, before, bytes) in known(self, &b.rigids) {
                record.copy(before, now, bytes);
            }
        }
    }
}
