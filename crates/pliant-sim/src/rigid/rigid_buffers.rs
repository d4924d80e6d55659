//! Buffers of rigid bodies.

use super::joints::JointBuffers;
use super::rigids::Rigids;
use crate::build::scan::{Scan, sums};
use crate::error::Error;
use crate::memory::Maker;
use crate::world::{ColliderBuffers, World};
use pliant_passes::passes::{groups, rigid};
use pliant_passes::types::{
    CLAIMS, COLOR_DISPATCHES, COLORING_ROUNDS, COLORS, ContactAnchor, Detection, KINDS,
    MOST_RESTITUTION_ROUNDS, Manifold, MotionBound, POINTS, Rigid, RigidContact, RigidGrip,
    RigidPair, RigidState, RigidStep, RigidVelocity, SurfaceMotion, WORKGROUP,
};
use pliant_passes::{Buffer, Engine, Memory, bind};

/// Buffers of rigid bodies, of their colliders and joints, and of collider pairs; a few bytes each in a scene without them.
pub(crate) struct RigidBuffers {
    /// Mass properties of bodies.
    pub(crate) rigids: Buffer<Rigid>,
    /// Pose, velocity and angular momentum of bodies between substeps.
    pub(crate) states: Buffer<RigidState>,
    /// States at the frame's start, for repeating the frame.
    pub(super) start: Buffer<RigidState>,
    /// Displacement and rotation of bodies in the current substep.
    pub(crate) steps: Buffer<RigidStep>,
    /// Velocities of bodies, while contacts change them.
    pub(super) velocities: Buffer<RigidVelocity>,
    /// Bounds on the motion of bodies in a frame.
    pub(crate) motion_bounds: Buffer<MotionBound>,
    /// Whether a pair collides in the substep, at first and in each round of restitution.
    pub(super) impacts: Buffer<u32>,
    /// Number of pairs of each collider, and the start of its pairs.
    pub(super) counts: Buffer<u32>,
    pub(super) starts: Buffer<u32>,
    /// Sums of blocks of these numbers.
    pub(super) sums: Buffer<u32>,
    /// Starts of the previous frame's pairs.
    pub(super) old_starts: Buffer<u32>,
    /// Colouring: the highest priorities of the pairs that claim each body, and a bit for each colour of its pairs.
    pub(super) claims: Buffer<u32>,
    pub(super) used_colors: Buffer<u32>,
    /// Indirect dispatch arguments of the rounds of colouring.
    pub(super) rounds: Buffer<[u32; 3]>,
    /// Start of each colour, and of each kind, in the sorted pairs.
    pub(super) color_starts: Buffer<u32>,
    pub(super) kind_starts: Buffer<u32>,
    /// The body that the mouse holds, and where.
    pub(crate) grabbed: Buffer<RigidGrip>,
    /// Indirect dispatch arguments: workgroups for pairs of boxes, for all other pairs, and for each large colour.
    pub(super) dispatch_arguments: Buffer<[u32; 3]>,
    pub(crate) joints: JointBuffers,
    pub(crate) of_pairs: PairBuffers,
}

/// Buffers that grow with the number of collider pairs.
pub(crate) struct PairBuffers {
    /// Pairs in the order in which they were found.
    pub(super) found: Buffer<RigidPair>,
    /// The same pairs sorted by their colliders, and the colour of each.
    pub(crate) pairs: Buffer<RigidPair>,
    pub(super) colors: Buffer<u32>,
    /// Indices of pairs, sorted by colour.
    pub(super) ordered: Buffer<u32>,
    /// Indices of pairs: pairs of boxes, then all others.
    pub(super) by_kind: Buffer<u32>,
    /// Sorting: number of pairs by key and workgroup, sums of these, and where each workgroup's pairs of a key begin.
    pub(super) offsets: Scan,
    /// Contact points of each pair in the frames of its bodies, as they were detected.
    pub(super) detections: Buffer<Detection>,
    pub(super) anchors: Buffer<ContactAnchor>,
    /// Contact manifold of each pair in a substep, and its contact points.
    pub(crate) manifolds: Buffer<Manifold>,
    pub(crate) contacts: Buffer<RigidContact>,
    /// Motion of a deforming collider's surface at the contact points of each pair; 0 for pairs without such a collider.
    pub(super) surface_motions: Buffer<SurfaceMotion>,
    /// Accumulated slip and twist of each pair, as far as static friction can still undo it.
    pub(crate) slips: Buffer<[f32; 4]>,
    /// Pairs and slips of the previous frame.
    pub(super) old_pairs: Buffer<RigidPair>,
    pub(super) old_slips: Buffer<[f32; 4]>,
}

impl RigidBuffers {
    pub(crate) fn new<E: Engine>(
        make: &mut Maker<'_, E>,
        plan: &Rigids,
        of_pairs: PairBuffers,
    ) -> Result<Self, Error> {
        let bodies = plan.bodies.len();
        let parts = plan.parts.len();
        Ok(Self {
            rigids: make.filled::<Rigid>("rigid bodies", &plan.bodies)?,
            states: make.empty::<RigidState>("states of rigid bodies", bodies)?,
            start: make.empty::<RigidState>("states of rigid bodies at the start", bodies)?,
            steps: make.empty::<RigidStep>("steps of rigid bodies", bodies)?,
            velocities: make.empty::<RigidVelocity>("velocities of rigid bodies", bodies)?,
            motion_bounds: make.zeros::<MotionBound>("motion bounds of rigid bodies", bodies)?,
            counts: make.empty::<u32>("pairs of rigid bodies", parts)?,
            starts: make.zeros::<u32>("starts of rigid bodies' pairs", parts + 1)?,
            sums: make.empty::<u32>("sums of rigid bodies' pairs", sums(parts))?,
            old_starts: make.empty::<u32>("starts of rigid bodies' pairs before", parts + 1)?,
            claims: make.empty::<u32>("claims on rigid bodies", CLAIMS as usize * bodies)?,
            used_colors: make.empty::<u32>("colours at rigid bodies", bodies)?,
            rounds: make.empty::<[u32; 3]>("workgroups of colouring", COLORING_ROUNDS as usize)?,
            color_starts: make.empty::<u32>("starts of colours of pairs", COLORS as usize + 2)?,
            kind_starts: make.empty::<u32>("starts of kinds of pairs", 3)?,
            grabbed: make.create::<RigidGrip>(
                "grabbed rigid body",
                bodies.min(1),
                Memory::Upload,
            )?,
            dispatch_arguments: make
                .empty::<[u32; 3]>("workgroups of pairs", (KINDS + COLOR_DISPATCHES) as usize)?,
            impacts: make.empty::<u32>(
                "impacts in rounds of restitution",
                MOST_RESTITUTION_ROUNDS as usize + 1,
            )?,
            joints: JointBuffers::new(make, &plan.joints, bodies)?,
            of_pairs,
        })
    }
}

impl RigidBuffers {
    /// The passes of a round of colouring.
    pub(super) fn coloring(
        &self,
    ) -> (
        rigid::ProposeColors,
        rigid::ClaimBodies,
        rigid::AssignColors,
    ) {
        let pairs = &self.of_pairs;
        let taken = self.used_colors;
        let uncolored =
            bind!(groups::UncoloredPairs { starts from self; pairs, slips from pairs; });
        let propose = bind!(rigid::ProposeColors {
            uncolored, taken; rigids, claims from self; colors from pairs;
        });
        let claim = bind!(rigid::ClaimBodies { uncolored; claims from self; colors from pairs; });
        let assign = bind!(rigid::AssignColors {
            uncolored, taken; rigids, claims from self; colors from pairs;
            dispatch_arguments = self.rounds;
        });
        (propose, claim, assign)
    }
}

impl RigidBuffers {
    /// What pairs are sorted by.
    pub(super) fn keys(&self, colliders: &ColliderBuffers) -> groups::PairKeys {
        bind!(groups::PairKeys {
            starts from self; pairs, colors from self.of_pairs;
            colliders = colliders.shapes;
        })
    }

    /// Pairs in the order of their colours.
    pub(super) fn colored_pairs(&self) -> groups::ColoredPairs {
        bind!(groups::ColoredPairs { pairs, ordered from self.of_pairs; color_starts from self; })
    }

    /// What the narrow phase binds for pairs of every kind.
    pub(super) fn narrow_phase(&self, world: World<'_>) -> groups::NarrowPhase {
        bind!(groups::NarrowPhase {
            frame, status from world;
            rigids, states, velocities, kind_starts from self;
            pairs, detections, anchors, manifolds, contacts from self.of_pairs;
            parts from world.colliders.tree; colliders = world.colliders.shapes;
            ordered = self.of_pairs.by_kind;
        })
    }
}

impl PairBuffers {
    pub(crate) fn new<E: Engine>(make: &mut Maker<'_, E>, plan: &Rigids) -> Result<Self, Error> {
        let capacity = plan.capacity as usize;
        let counts = capacity.div_ceil(WORKGROUP as usize) * (COLORS as usize + 1);
        Ok(Self {
            found: make.empty::<RigidPair>("pairs of colliders as found", capacity)?,
            pairs: make.empty::<RigidPair>("pairs of colliders", capacity)?,
            colors: make.empty::<u32>("colours of pairs", capacity)?,
            ordered: make.empty::<u32>("pairs by colour", capacity)?,
            by_kind: make.empty::<u32>("pairs by kind", capacity)?,
            offsets: Scan {
                counts: make.empty::<u32>("pairs by key", counts)?,
                sums: make.empty::<u32>("sums of pairs by key", sums(counts))?,
                starts: make.empty::<u32>("places of pairs", counts + 1)?,
            },
            detections: make.empty::<Detection>("detections of pairs", capacity)?,
            anchors: make
                .empty::<ContactAnchor>("anchors of contacts", POINTS as usize * capacity)?,
            manifolds: make.empty::<Manifold>("manifolds", capacity)?,
            contacts: make.empty::<RigidContact>("rigid contacts", POINTS as usize * capacity)?,
            surface_motions: make.empty::<SurfaceMotion>(
                "motions of surfaces at rigid contacts",
                if plan.collides_with_deforming {
                    capacity
                } else {
                    0
                },
            )?,
            slips: make.empty::<[f32; 4]>("slips of pairs", capacity)?,
            old_pairs: make.empty::<RigidPair>("pairs of colliders before", capacity)?,
            old_slips: make.empty::<[f32; 4]>("slips of pairs before", capacity)?,
        })
    }
}
