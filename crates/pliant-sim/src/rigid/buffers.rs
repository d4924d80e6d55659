//! Buffers of rigid bodies.

use super::joints::JointBuffers;
use super::rigids::Rigids;
use crate::error::Error;
use crate::memory::Maker;
use pliant_kernels::tree::tree_size;
use pliant_passes::types::{
    Bounds, COLOR_DISPATCHES, COLORS, ContactAnchor, Detection, KINDS, Manifold, MotionBound,
    POINTS, Rigid, RigidCollider, RigidContact, RigidGrip, RigidPair, RigidState, RigidStep,
    RigidVelocity, WORKGROUP,
};
use pliant_passes::{Buffer, Engine, Memory};

/// Buffers of rigid bodies, of their colliders and joints, and of collider pairs; a few bytes each in a scene without them.
pub(crate) struct RigidBuffers {
    /// Mass properties of bodies.
    pub(crate) rigids: Buffer<Rigid>,
    /// Body and local pose of each collider.
    pub(super) parts: Buffer<RigidCollider>,
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
    /// Colliders in the order of the leaves of their BVH.
    pub(crate) order: Buffer<u32>,
    /// Boxes of that BVH.
    pub(super) nodes: Buffer<Bounds>,
    /// Number of pairs of each collider, and the start of its pairs.
    pub(super) counts: Buffer<u32>,
    pub(super) starts: Buffer<u32>,
    /// Starts of the previous frame's pairs.
    pub(super) old_starts: Buffer<u32>,
    /// Colouring: the pair that claims each body, and a bit for each colour of its pairs.
    pub(super) claims: Buffer<u32>,
    pub(super) used_colors: Buffer<u32>,
    /// Sorting: number of pairs by colour or kind that each invocation has.
    pub(super) histograms: Buffer<u32>,
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
    /// Contact points of each pair in the frames of its bodies, as they were detected.
    pub(super) detections: Buffer<Detection>,
    pub(super) anchors: Buffer<ContactAnchor>,
    /// Contact manifold of each pair in a substep, and its contact points.
    pub(crate) manifolds: Buffer<Manifold>,
    pub(crate) contacts: Buffer<RigidContact>,
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
        let sorted = if bodies > 0 {
            (WORKGROUP * (COLORS + 1)) as usize
        } else {
            0
        };
        Ok(Self {
            rigids: make.filled::<Rigid>("rigid bodies", &plan.bodies)?,
            parts: make.filled::<RigidCollider>("colliders of rigid bodies", &plan.parts)?,
            states: make.empty::<RigidState>("states of rigid bodies", bodies)?,
            start: make.empty::<RigidState>("states of rigid bodies at the start", bodies)?,
            steps: make.empty::<RigidStep>("steps of rigid bodies", bodies)?,
            velocities: make.empty::<RigidVelocity>("velocities of rigid bodies", bodies)?,
            motion_bounds: make.zeros::<MotionBound>("motion bounds of rigid bodies", bodies)?,
            order: make.create::<u32>("order of colliders", parts, Memory::Upload)?,
            nodes: make.empty::<Bounds>("BVH of colliders", tree_size(parts as u32) as usize)?,
            counts: make.empty::<u32>("pairs of rigid bodies", parts)?,
            starts: make.zeros::<u32>("starts of rigid bodies' pairs", parts + 1)?,
            old_starts: make.empty::<u32>("starts of rigid bodies' pairs before", parts + 1)?,
            claims: make.empty::<u32>("claims on rigid bodies", bodies)?,
            used_colors: make.empty::<u32>("colours at rigid bodies", bodies)?,
            histograms: make.empty::<u32>("pairs by thread and colour", sorted)?,
            color_starts: make.empty::<u32>("starts of colours of pairs", COLORS as usize + 2)?,
            kind_starts: make.empty::<u32>("starts of kinds of pairs", 3)?,
            grabbed: make.create::<RigidGrip>(
                "grabbed rigid body",
                bodies.min(1),
                Memory::Upload,
            )?,
            dispatch_arguments: make
                .empty::<[u32; 3]>("workgroups of pairs", (KINDS + COLOR_DISPATCHES) as usize)?,
            joints: JointBuffers::new(make, &plan.joints, bodies)?,
            of_pairs,
        })
    }
}

impl PairBuffers {
    pub(crate) fn new<E: Engine>(make: &mut Maker<'_, E>, plan: &Rigids) -> Result<Self, Error> {
        let capacity = plan.capacity as usize;
        Ok(Self {
            found: make.empty::<RigidPair>("pairs of colliders as found", capacity)?,
            pairs: make.empty::<RigidPair>("pairs of colliders", capacity)?,
            colors: make.empty::<u32>("colours of pairs", capacity)?,
            ordered: make.empty::<u32>("pairs by colour", capacity)?,
            by_kind: make.empty::<u32>("pairs by kind", capacity)?,
            detections: make.empty::<Detection>("detections of pairs", capacity)?,
            anchors: make
                .empty::<ContactAnchor>("anchors of contacts", POINTS as usize * capacity)?,
            manifolds: make.empty::<Manifold>("manifolds", capacity)?,
            contacts: make.empty::<RigidContact>("rigid contacts", POINTS as usize * capacity)?,
            slips: make.empty::<[f32; 4]>("slips of pairs", capacity)?,
            old_pairs: make.empty::<RigidPair>("pairs of colliders before", capacity)?,
            old_slips: make.empty::<[f32; 4]>("slips of pairs before", capacity)?,
        })
    }
}
