//! Records the passes of rigid bodies in a frame.

use super::rigid_buffers::RigidBuffers;
use super::rigids::Rigids;
use crate::build::scan::Scan;
use crate::collide::kinematic::Kinematics;
use crate::particles::fields::{FieldBuffers, Fields};
use crate::world::World;
use pliant_passes::passes::rigid;
use pliant_passes::types::{
    AFTER_RESTITUTION, BEFORE_RESTITUTION, BoundMotionParams, COLOR_DISPATCHES, COLORING_ROUNDS,
    COLORS, ColorParams, ColoringParams, CountParams, FEATURE_DEFORMING, FEATURE_FUSED,
    FindPairsParams, ImpactParams, JOINTS_BEGIN, JOINTS_FIRST, JOINTS_LAST, JointLoad, JointParams,
    KIND_BOXES, KIND_OTHERS, KINDS, NarrowPhaseParams, PAIRS_BOUND, PAIRS_BY_COLOR, PAIRS_BY_KIND,
    PAIRS_COUNT, PAIRS_FILL, PairParams, PoseParams, PredictRigidsParams, RestitutionParams,
    RigidPair, RigidState, RigidVelocityParams, SMALL_COLOR, SPREAD_RESTITUTION_ROUNDS,
    SolveParams, SortPairsParams, StabilizationParams, WORKGROUP,
};
use pliant_passes::{Bind, Buffer, BufferId, Recording, Variant, Workgroups, bind};

/// Records the passes of rigid bodies in a frame or in one of its substeps.
pub(crate) struct RigidStepper<'a> {
    pub(crate) rigids: &'a Rigids,
    pub(crate) kinematics: &'a Kinematics,
    pub(crate) fields: &'a Fields,
    pub(crate) world: World<'a>,
    pub(crate) own: &'a RigidBuffers,
    pub(crate) of_fields: &'a FieldBuffers,
    /// λ of the mouse's spring.
    pub(crate) grab_lambda: Buffer<[f32; 4]>,
    /// Variant of passes that compute distances to colliders.
    pub(crate) collision_meshes: Variant,
    pub(crate) substeps: u32,
    /// Length of a frame, s.
    pub(crate) span: f64,
    pub(crate) substep: u32,
    /// Whether loads or particles change velocities between substeps.
    pub(crate) pushed: bool,
}

impl RigidStepper<'_> {
    fn bodies(&self) -> u32 {
        self.rigids.bodies.len() as u32
    }

    fn colliders(&self) -> u32 {
        self.rigids.parts.len() as u32
    }

    fn first_pose(&self) -> u32 {
        self.kinematics.first_pose(self.substep)
    }

    fn pair_params(&self) -> PairParams {
        PairParams {
            colliders: self.colliders(),
            capacity: self.rigids.capacity,
        }
    }

    /// Number of colours with a dispatch each. Every pair of a colour has a free body of its own, so few bodies have small colours
    /// only.
    fn color_dispatches(&self) -> u32 {
        let free = self
            .rigids
            .bodies
            .iter()
            .filter(|body| body.is_free())
            .count();
        if free > SMALL_COLOR as usize {
            COLOR_DISPATCHES
        } else {
            0
        }
    }

    /// Records a pass over pairs: a dispatch for each of some colours, which may be large, and one workgroup for all small colours.
    fn solve_colors<B: Bind + Copy>(
        &self,
        record: &mut Recording,
        buffers: B,
        color_dispatches: u32,
        params: impl Fn(ColorParams) -> B::Params,
    ) {
        if self.rigids.parts.is_empty() {
            return;
        }
        let params = |color| {
            params(ColorParams {
                color,
                color_dispatches,
            })
        };
        for color in 0..color_dispatches {
            let workgroups = Workgroups {
                buffer: self.own.dispatch_arguments,
                index: KINDS + color,
            };
            record.pass_indirect(buffers, params(color), workgroups, self.surfaces());
        }
        let fused = Variant {
            features: FEATURE_FUSED | self.surfaces().features,
            ..Variant::default()
        };
        record.pass_variant(buffers, params(0), 1, fused);
    }

    /// Variant of passes that solve contacts: whether they read the motion of surfaces that deform.
    fn surfaces(&self) -> Variant {
        Variant {
            features: if self.rigids.collides_with_deforming {
                FEATURE_DEFORMING
            } else {
                0
            },
            ..Variant::default()
        }
    }

    /// At the start of a frame: keeps the state, and bounds the motion of each body in the frame.
    pub(crate) fn begin_frame(&self, record: &mut Recording) {
        let own = self.own;
        if self.rigids.bodies.is_empty() {
            return;
        }
        record.copy(own.states, own.start, state_bytes(self.rigids));
        record.copy(own.joints.loads, own.joints.start, load_bytes(self.rigids));
        self.fields.move_zones(record, (self.of_fields, own), 0);
        self.bound_motion(record);
    }

    /// Finds the pairs of colliders that may collide in the frame.
    pub(crate) fn find_pairs(&self, record: &mut Recording) {
        let own = self.own;
        if self.rigids.bodies.is_empty() {
            return;
        }
        for (now, before, bytes) in persistent_buffers(self.rigids, own) {
            record.copy(now, before, bytes);
        }
        record.fill(own.of_pairs.surface_motions, 0);
        self.list_pairs(record, PAIRS_BOUND);
        self.list_pairs(record, PAIRS_COUNT);
        self.scan_pairs(record);
        self.list_pairs(record, PAIRS_FILL);
        self.match_contacts(record);
        self.color_pairs(record);
        self.sort_pairs(record, PAIRS_BY_KIND);
        self.sort_pairs(record, PAIRS_BY_COLOR);
    }

    /// Bounds the motion of each body in the frame.
    fn bound_motion(&self, record: &mut Recording) {
        let (world, own) = (self.world, self.own);
        let buffers = bind!(rigid::BoundMotion {
            frame from world; rigids, states, motion_bounds from own;
            poses from world.colliders;
            gravity = self.of_fields.gravity(world.colliders);
        });
        let params = BoundMotionParams {
            count: self.bodies(),
            colliders: self.colliders(),
            first_pose: self.first_pose(),
            last_pose: self.kinematics.first_pose(self.substeps - 1),
            span: self.span as f32,
            fields: self.fields.count(),
            first_zone: self.fields.first_zone(self.substep),
        };
        let variant = self.fields.variant();
        record.pass_variant(buffers, params, params.count, variant);
    }

    /// Turns counts of pairs into starts of their lists.
    fn scan_pairs(&self, record: &mut Recording) {
        let scan = Scan {
            counts: self.own.counts,
            sums: self.own.sums,
            starts: self.own.starts,
        };
        scan.record(record, self.colliders());
    }

    /// Sorts pairs by their colliders, and copies accumulated slips from the same pairs of the previous frame.
    fn match_contacts(&self, record: &mut Recording) {
        let (own, params) = (self.own, self.pair_params());
        let buffers = bind!(rigid::MatchContacts {
            old_starts, starts from own;
            old_pairs, old_slips, found, pairs, slips, colors from own.of_pairs;
            dispatch_arguments = own.rounds;
        });
        record.pass(buffers, params, params.capacity);
    }

    /// Colours pairs, so that pairs of one colour share no free body. A round in which no pair lacks a colour has no workgroups.
    fn color_pairs(&self, record: &mut Recording) {
        let own = self.own;
        record.fill(own.claims, 0);
        record.fill(own.used_colors, 0);
        let (propose, claim, assign) = own.coloring();
        let params = |round| ColoringParams {
            colliders: self.colliders(),
            capacity: self.rigids.capacity,
            round,
        };
        record.pass(propose, params(0), self.rigids.capacity);
        record.pass(claim, params(0), self.rigids.capacity);
        record.pass(assign, params(0), self.rigids.capacity);
        for round in 1..COLORING_ROUNDS {
            let params = params(round);
            let workgroups = Workgroups {
                buffer: own.rounds,
                index: round,
            };
            record.pass_indirect(propose, params, workgroups, Variant::default());
            record.pass_indirect(claim, params, workgroups, Variant::default());
            record.pass_indirect(assign, params, workgroups, Variant::default());
        }
    }

    /// One of the three stages of listing pairs.
    fn list_pairs(&self, record: &mut Recording, stage: u32) {
        let (world, own) = (self.world, self.own);
        let buffers = bind!(rigid::FindColliderPairs {
            rigids, starts, counts, motion_bounds from own;
            parts, order, nodes from world.colliders.tree;
            excluded_starts, excluded from own.joints; found from own.of_pairs;
            status from world; colliders = world.colliders.shapes;
        });
        let params = FindPairsParams {
            colliders: self.colliders(),
            capacity: self.rigids.capacity,
            stage,
        };
        record.pass(buffers, params, params.colliders);
    }

    /// Sorts pairs by PAIRS_BY_KIND or PAIRS_BY_COLOR.
    fn sort_pairs(&self, record: &mut Recording, key: u32) {
        let own = self.own;
        let pairs = &own.of_pairs;
        let params = SortPairsParams {
            colliders: self.colliders(),
            capacity: self.rigids.capacity,
            key,
            color_dispatches: self.color_dispatches(),
        };
        let count = bind!(rigid::CountPairs {
            counts from pairs.offsets; keys = own.keys(self.world.colliders);
        });
        record.pass(count, params, params.capacity);
        let keys = if key == PAIRS_BY_KIND {
            KINDS
        } else {
            COLORS + 1
        };
        let counts = params.capacity.div_ceil(WORKGROUP) * keys;
        pairs.offsets.record(record, counts);
        let (ordered, key_starts) = if key == PAIRS_BY_KIND {
            (pairs.by_kind, own.kind_starts)
        } else {
            (pairs.ordered, own.color_starts)
        };
        let sort = bind!(rigid::SortPairs {
            ordered, key_starts; dispatch_arguments from own;
            offsets = pairs.offsets.starts;
            keys = own.keys(self.world.colliders);
        });
        record.pass(sort, params, params.capacity);
    }

    /// Computes contact points of pairs: all anew in the first substep, then of pairs whose bodies move against each other.
    fn collide(&self, record: &mut Recording) {
        let (world, own) = (self.world, self.own);
        let params = NarrowPhaseParams {
            first_pose: self.first_pose(),
            detects_all: u32::from(self.substep == 0),
        };
        let workgroups = |index: u32| Workgroups {
            buffer: own.dispatch_arguments,
            index,
        };
        let boxes = bind!(rigid::CollideBoxes { narrow = own.narrow_phase(world); });
        record.pass_indirect(boxes, params, workgroups(KIND_BOXES), Variant::default());
        let others = bind!(rigid::CollideShapes {
            poses, face_motions from world.colliders;
            surface_motions from own.of_pairs; narrow = own.narrow_phase(world);
            meshes = world.colliders.meshes();
        });
        record.pass_indirect(
            others,
            params,
            workgroups(KIND_OTHERS),
            self.collision_meshes,
        );
    }

    /// At the start of a substep: finds contacts, applies restitution and predicts poses.
    pub(crate) fn predict(&self, record: &mut Recording) {
        let (world, own) = (self.world, self.own);
        // At the end of a substep they are what contacts have made of them.
        if self.substep == 0 || self.rigids.has_restitution || self.pushed {
            self.load_velocities(record);
        }
        if self.colliders() > 0 {
            self.collide(record);
        }
        if self.rigids.has_restitution {
            self.apply_restitution(record);
            self.store_velocities(record);
        }
        let buffers = bind!(rigid::PredictRigids {
            frame from world; rigids, states, steps from own;
            poses from world.colliders;
            gravity = self.of_fields.gravity(world.colliders);
        });
        let params = PredictRigidsParams {
            count: self.bodies(),
            colliders: self.colliders(),
            first_pose: self.first_pose(),
            fields: self.fields.count(),
            first_zone: self.fields.first_zone(self.substep),
        };
        let variant = self.fields.variant();
        record.pass_variant(buffers, params, params.count, variant);
        self.pose(record);
    }

    /// Lets bodies that will collide bounce, in rounds. The first rounds are spread over the device where there are many bodies, and one
    /// workgroup does the others.
    fn apply_restitution(&self, record: &mut Recording) {
        let own = self.own;
        if self.colliders() == 0 {
            return;
        }
        record.fill(own.impacts, 0);
        self.measure_impacts(record, BEFORE_RESTITUTION);
        let buffers = bind!(rigid::ApplyRestitution {
            frame, status from self.world;
            rigids, velocities, impacts, motion_bounds from own;
            manifolds, contacts, surface_motions from own.of_pairs;
            colored = own.colored_pairs();
        });
        let params = |colors: ColorParams, round| RestitutionParams {
            color: colors.color,
            color_dispatches: colors.color_dispatches,
            round,
        };
        let dispatches = self.color_dispatches();
        let spread = match dispatches {
            0 => 0,
            _ => SPREAD_RESTITUTION_ROUNDS,
        };
        for round in 0..spread {
            self.solve_colors(record, buffers, dispatches, |colors| params(colors, round));
        }
        self.solve_colors(record, buffers, 0, |colors| params(colors, spread));
        self.measure_impacts(record, AFTER_RESTITUTION);
    }

    /// Measures normal velocities at contacts, BEFORE_RESTITUTION or AFTER_RESTITUTION.
    fn measure_impacts(&self, record: &mut Recording, stage: u32) {
        let own = self.own;
        let buffers = bind!(rigid::MeasureImpacts {
            frame from self.world; starts, velocities, impacts from own;
            pairs, manifolds, contacts, surface_motions from own.of_pairs;
        });
        let params = ImpactParams {
            colliders: self.colliders(),
            capacity: self.rigids.capacity,
            stage,
        };
        record.pass_variant(buffers, params, params.capacity, self.surfaces());
    }

    /// Moves colliders with their bodies.
    pub(crate) fn pose(&self, record: &mut Recording) {
        let own = self.own;
        let params = PoseParams {
            colliders: self.colliders(),
            first_pose: self.first_pose(),
        };
        let buffers = bind!(rigid::PoseColliders {
            parts from self.world.colliders.tree; states, steps from own;
            poses from self.world.colliders;
        });
        record.pass(buffers, params, params.colliders);
    }

    /// Solves joints, the mouse's spring and contacts in an iteration.
    pub(crate) fn solve(&self, record: &mut Recording, iteration: usize, last: bool) {
        self.joints(record, iteration, last);
        self.grab(record, iteration);
        let (world, own) = (self.world, self.own);
        let buffers = bind!(rigid::SolveContacts {
            frame from world; steps from own;
            manifolds, contacts, slips, surface_motions from own.of_pairs;
            colored = own.colored_pairs();
        });
        self.solve_colors(record, buffers, self.color_dispatches(), |colors| colors);
    }

    /// Solves the spring between the mouse and a rigid body.
    fn grab(&self, record: &mut Recording, iteration: usize) {
        if self.rigids.interactive {
            let (world, own) = (self.world, self.own);
            let buffers = bind!(rigid::DragRigid {
                frame from world; states, steps from own; grip = own.grabbed;
                lambda = self.grab_lambda;
            });
            let params = SolveParams {
                count: 1,
                keep_lambda: if iteration > 0 { 1.0 } else { 0.0 },
                ..SolveParams::default()
            };
            record.pass(buffers, params, 1);
        }
    }

    fn joints(&self, record: &mut Recording, iteration: usize, last: bool) {
        let own = self.own;
        let buffers = bind!(rigid::SolveJoints {
            frame from self.world;
            joints, rows, tree_starts, lambdas, loads, equations, articulated from own.joints;
            states, steps, rigids from own;
        });
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
            record.pass(buffers, params, params.count);
        }
    }

    /// At the end of a substep: computes velocities and poses, then solves velocities at contacts.
    pub(crate) fn update_velocities(&self, record: &mut Recording) {
        let (world, own) = (self.world, self.own);
        let params = RigidVelocityParams {
            count: self.bodies(),
            elapsed: (self.substep + 1) as f32 / self.substeps as f32,
        };
        let buffers = bind!(rigid::UpdateRigidVelocities {
            frame, status from world;
            rigids, start, steps, states, motion_bounds from own;
        });
        record.pass(buffers, params, params.count);
        if self.colliders() > 0 {
            self.solve_velocities(record);
        }
    }

    /// Solves velocities at contacts.
    fn solve_velocities(&self, record: &mut Recording) {
        let (world, own, params) = (self.world, self.own, self.pair_params());
        let dispatches = self.color_dispatches();
        self.load_velocities(record);
        let slips = bind!(rigid::AccumulateSlip {
            frame, status from world;
            rigids, starts, velocities, motion_bounds from own;
            pairs, manifolds, contacts, surface_motions, slips from own.of_pairs;
        });
        record.pass_variant(slips, params, params.capacity, self.surfaces());
        let solve = bind!(rigid::SolveVelocities {
            frame from world;
            manifolds, contacts, surface_motions from own.of_pairs;
            velocities from own; colored = own.colored_pairs();
        });
        self.solve_colors(record, solve, dispatches, |colors| colors);
        let stabilization = bind!(rigid::RemoveStabilizationVelocity {
            frame, status from world;
            manifolds, contacts, surface_motions from own.of_pairs;
            velocities from own; colored = own.colored_pairs();
        });
        let params = |colors: ColorParams| StabilizationParams {
            color: colors.color,
            color_dispatches: colors.color_dispatches,
            counts_contacts: u32::from(self.substep + 1 == self.substeps),
        };
        self.solve_colors(record, stabilization, dispatches, params);
        self.store_velocities(record);
    }

    /// Copies velocities to where contacts change them.
    fn load_velocities(&self, record: &mut Recording) {
        let own = self.own;
        let params = CountParams {
            count: self.bodies(),
        };
        let buffers = bind!(rigid::LoadVelocities { rigids, states, velocities from own; });
        record.pass(buffers, params, params.count);
    }

    /// Copies velocities back to the states of bodies.
    fn store_velocities(&self, record: &mut Recording) {
        let own = self.own;
        let params = CountParams {
            count: self.bodies(),
        };
        let buffers = bind!(rigid::StoreVelocities { rigids, velocities, states from own; });
        record.pass(buffers, params, params.count);
    }
}

fn state_bytes(rigids: &Rigids) -> u64 {
    (size_of::<RigidState>() * rigids.bodies.len()) as u64
}

fn load_bytes(rigids: &Rigids) -> u64 {
    (size_of::<JointLoad>() * rigids.joints.count()) as u64
}

/// Pairs and slips, which a frame takes over from the previous one: (buffer, its copy, bytes).
fn persistent_buffers(rigids: &Rigids, own: &RigidBuffers) -> [(BufferId, BufferId, u64); 3] {
    let (pairs, capacity) = (&own.of_pairs, u64::from(rigids.capacity));
    let starts = size_of::<u32>() * (rigids.parts.len() + 1);
    [
        (own.starts.id(), own.old_starts.id(), starts as u64),
        (
            pairs.pairs.id(),
            pairs.old_pairs.id(),
            capacity * size_of::<RigidPair>() as u64,
        ),
        (
            pairs.slips.id(),
            pairs.old_slips.id(),
            capacity * size_of::<[f32; 4]>() as u64,
        ),
    ]
}

impl Rigids {
    /// Records the copies that take bodies back to the frame's start.
    pub(crate) fn rewind(&self, record: &mut Recording, own: &RigidBuffers) {
        if !self.bodies.is_empty() {
            record.copy(own.start, own.states, state_bytes(self));
            let joints = &own.joints;
            record.copy(joints.start, joints.loads, load_bytes(self));
            for (now, before, bytes) in persistent_buffers(self, own) {
                record.copy(before, now, bytes);
            }
        }
    }
}
