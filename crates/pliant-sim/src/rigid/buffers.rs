//! Buffers of rigid bodies; a few bytes each where there are none.

use super::{JointBuffers, Rigids};
use crate::Error;
use crate::state::Maker;
use pliant_kernels::types::{
    Bounds, COLORS, Manifold, POINTS, Rigid, RigidContact, RigidPair, RigidPart, RigidReach,
    RigidState, RigidStep, WORKGROUP,
};
use pliant_kernels::{BufferId, Engine};

pub(crate) struct RigidBuffers {
    pub(crate) rigids: BufferId,
    pub(super) parts: BufferId,
    pub(crate) states: BufferId,
    /// At the frame's start, to simulate it again.
    pub(super) start: BufferId,
    pub(crate) steps: BufferId,
    pub(super) reaches: BufferId,
    pub(super) boxes: BufferId,
    pub(super) counts: BufferId,
    pub(super) starts: BufferId,
    /// Those of the frame before.
    pub(super) old_starts: BufferId,
    pub(super) claims: BufferId,
    pub(super) taken: BufferId,
    pub(super) shares: BufferId,
    pub(super) color_starts: BufferId,
    pub(crate) joints: JointBuffers,
    pub(crate) of_pairs: PairBuffers,
}

/// Those that grow with the number of pairs.
pub(crate) struct PairBuffers {
    pub(super) pairs: BufferId,
    pub(super) colors: BufferId,
    pub(super) ordered: BufferId,
    pub(super) manifolds: BufferId,
    pub(super) contacts: BufferId,
    /// What pairs slid and twisted, as far as friction can take it back.
    pub(crate) slips: BufferId,
    /// Those of the frame before.
    pub(super) old_pairs: BufferId,
    pub(super) old_slips: BufferId,
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
            parts: make.filled::<RigidPart>("parts of rigid bodies", &plan.parts)?,
            states: make.empty::<RigidState>("states of rigid bodies", bodies)?,
            start: make.empty::<RigidState>("states of rigid bodies at the start", bodies)?,
            steps: make.empty::<RigidStep>("steps of rigid bodies", bodies)?,
            reaches: make.empty::<RigidReach>("reaches of rigid bodies", bodies)?,
            boxes: make.empty::<Bounds>("boxes of rigid bodies", parts)?,
            counts: make.empty::<u32>("pairs of rigid bodies", parts)?,
            starts: make.empty::<u32>("starts of rigid bodies' pairs", parts + 1)?,
            old_starts: make.empty::<u32>("starts of rigid bodies' pairs before", parts + 1)?,
            claims: make.empty::<u32>("claims on rigid bodies", bodies)?,
            taken: make.empty::<u32>("colours at rigid bodies", bodies)?,
            shares: make.empty::<u32>("pairs by share and colour", sorted)?,
            color_starts: make.empty::<u32>("starts of colours of pairs", COLORS as usize + 2)?,
            joints: JointBuffers::new(make, &plan.joints)?,
            of_pairs,
        })
    }
}

impl PairBuffers {
    pub(crate) fn new<E: Engine>(make: &mut Maker<'_, E>, plan: &Rigids) -> Result<Self, Error> {
        let room = plan.capacity as usize;
        Ok(Self {
            pairs: make.empty::<RigidPair>("pairs of colliders", room)?,
            colors: make.empty::<u32>("colours of pairs", room)?,
            ordered: make.empty::<u32>("pairs by colour", room)?,
            manifolds: make.empty::<Manifold>("manifolds", room)?,
            contacts: make.empty::<RigidContact>("rigid contacts", POINTS as usize * room)?,
            slips: make.empty::<[f32; 4]>("slips of pairs", room)?,
            old_pairs: make.empty::<RigidPair>("pairs of colliders before", room)?,
            old_slips: make.empty::<[f32; 4]>("slips of pairs before", room)?,
        })
    }
}
