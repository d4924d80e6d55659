//! What fluids push rigid bodies by, and how these yield (docs/method.md §28).

use super::{Couples, gather, push};
use crate::Error;
use crate::state::{Buffers, Maker};
use pliant_passes::passes::fluid;
use pliant_passes::types::{CoupledSum, FluidParams, RigidPush, RigidStep};
use pliant_passes::{Buffer, Engine, Recording};

/// Fluids and rigid bodies of a scene; nothing where it lacks either.
#[derive(Default)]
pub(crate) struct FluidCouples {
    /// Points of fluids.
    points: u32,
    /// Colliders that a point may have around it.
    slots: u32,
    /// Rigid bodies.
    bodies: u32,
}

impl FluidCouples {
    pub(crate) fn new(couples: &Couples, points: u32, slots: u32) -> Self {
        if !couples.any() || points == 0 {
            return Self::default();
        }
        Self {
            points,
            slots,
            bodies: couples.bodies,
        }
    }

    /// Whether there are both.
    pub(crate) fn any(&self) -> bool {
        self.bodies > 0
    }

    fn step_bytes(&self) -> u64 {
        u64::from(self.bodies) * size_of::<RigidStep>() as u64
    }

    /// Finds how much bodies and densities must hold back for each other's sake, once a substep.
    pub(crate) fn brace(&self, record: &mut Recording, b: &Buffers, params: FluidParams) {
        if !self.any() {
            return;
        }
        let (fluids, rigids) = (&b.fluids, &b.rigids);
        let own = &fluids.coupled;
        record.copy(rigids.steps, own.seen, self.step_bytes());
        record.fill(own.sums, 0);
        let braced = fluid::ComputeBoundaryWeights {
            particles: fluids.particles,
            order: fluids.grid.order,
            sorted_position: fluids.grid.sorted,
            colliders: b.colliders,
            contacts: b.contacts,
            parts: fluids.parts,
            rigids: rigids.rigids,
            states: rigids.states,
            steps: rigids.steps,
            pushes: own.pushes,
        };
        record.pass(braced, params, params.count);
        self.gather(record, b, own);
        let leant = fluid::ScaleBoundaryCorrections {
            pushes: own.pushes,
            parts: fluids.parts,
            rigids: rigids.rigids,
            sums: own.sums,
            back: own.back,
        };
        record.pass(leant, params, params.count);
    }

    /// What bodies fill of kernels, by where they are now.
    pub(crate) fn follow(&self, record: &mut Recording, b: &Buffers, params: FluidParams) {
        if !self.any() {
            return;
        }
        let (fluids, rigids) = (&b.fluids, &b.rigids);
        let own = &fluids.coupled;
        let followed = fluid::UpdateBoundaryDensity {
            sorted_position: fluids.grid.sorted,
            pushes: own.pushes,
            parts: fluids.parts,
            states: rigids.states,
            steps: rigids.steps,
            seen: own.seen,
            walls: fluids.walls,
        };
        record.pass(followed, params, params.count);
        record.copy(rigids.steps, own.seen, self.step_bytes());
    }

    /// Bodies go as changes of pressures push them.
    pub(crate) fn react(&self, record: &mut Recording, b: &Buffers, params: FluidParams) {
        if !self.any() {
            return;
        }
        let (fluids, rigids) = (&b.fluids, &b.rigids);
        let own = &fluids.coupled;
        let reacted = fluid::ComputeBoundaryReactions {
            sorted_position: fluids.grid.sorted,
            parts: fluids.parts,
            change: fluids.change,
            states: rigids.states,
            steps: rigids.steps,
            pushes: own.pushes,
        };
        record.pass(reacted, params, params.count);
        self.gather(record, b, own);
        push(record, b, self.bodies, own.sums);
    }

    fn gather(&self, record: &mut Recording, b: &Buffers, own: &FluidCoupleBuffers) {
        let count = self.slots * self.points;
        gather(record, b, count, (own.pushes, own.sums));
    }
}

/// Buffers of what fluids and rigid bodies do to each other; a few bytes each where there is nothing.
pub(crate) struct FluidCoupleBuffers {
    pushes: Buffer<RigidPush>,
    pub(crate) sums: Buffer<CoupledSum>,
    /// Steps of rigid bodies when kernels saw them last.
    seen: Buffer<RigidStep>,
    /// How much each density holds back.
    pub(crate) back: Buffer<f32>,
}

impl FluidCoupleBuffers {
    pub(crate) fn new<E: Engine>(
        make: &mut Maker<'_, E>,
        plan: &FluidCouples,
    ) -> Result<Self, Error> {
        let (points, bodies) = (plan.points as usize, plan.bodies as usize);
        let pushes = plan.slots as usize * points;
        Ok(Self {
            pushes: make.empty::<RigidPush>("pushes of fluids", pushes)?,
            sums: make.empty::<CoupledSum>("pushes of fluids on rigid bodies", bodies)?,
            seen: make.empty::<RigidStep>("steps that fluids have seen", bodies)?,
            back: make.empty::<f32>("what densities hold back", points)?,
        })
    }
}
