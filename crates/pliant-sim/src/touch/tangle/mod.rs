//! Tangles: edges that go through triangles, how many there are, and what draws them apart (docs/method.md, tangles).

mod contours;
mod mesh;
mod plan;

pub(crate) use plan::Plan;

use super::{TouchBuffers, Touches};
use crate::Error;
use crate::state::{Buffers, Maker};
use mesh::Mesh;
use pliant_kernels::types::{
    CALLS_UNPARTED, Crossing, NONE, Pull, TangleParams, TouchState, WORKGROUP,
};
use pliant_kernels::{BufferId, Engine, PassId, Recording, Variant, Workgroups};
use std::sync::OnceLock;

/// Edges through triangles that there is room for at first.
const ROOM: u32 = 1024;

/// What `calls` tells: workgroups for each edge through a triangle,
const EACH_CROSSING: u32 = 0;
/// for each particle,
const EACH_PARTICLE: u32 = 1;
/// and for each pair that there is room for.
const EACH_PAIR: u32 = 2;

/// What may be tangled, on the host.
#[derive(Default)]
pub(crate) struct Tangles {
    /// Edges through triangles that there is room for; 0 where no surfaces touch.
    pub(crate) capacity: u32,
    /// Made when something is tangled for the first time.
    mesh: OnceLock<Mesh>,
}

impl Tangles {
    pub(super) fn new(elements: &[[u32; 4]]) -> Self {
        let surfaces = elements.iter().any(|element| element[2] != NONE);
        Self {
            capacity: if surfaces { ROOM } else { 0 },
            mesh: OnceLock::new(),
        }
    }

    /// Whether some surfaces may be.
    pub(crate) fn any(&self) -> bool {
        self.capacity > 0
    }

    fn params(&self, count: u32) -> TangleParams {
        let capacity = self.capacity;
        TangleParams { count, capacity }
    }
}

impl Touches {
    /// Counts the edges that go through triangles, and lists them.
    pub(crate) fn find_tangles(&self, record: &mut Recording, b: &Buffers) {
        if !self.tangles.any() {
            return;
        }
        let (own, all) = (&b.touches.tangles, &b.touches);
        let buffers = [
            all.state,
            all.elements,
            all.groups,
            all.unparted,
            b.position,
            own.found,
            b.status,
        ];
        let (params, each) = (
            self.tangles.params(self.room),
            all.workgroups(CALLS_UNPARTED),
        );
        record.dispatch_counted(
            PassId::TangleFind,
            &buffers,
            params,
            each,
            Variant::default(),
        );
    }

    /// The same where nothing was simulated yet. Pairs are sought for that, and forgotten.
    pub(crate) fn find_first_tangles(&self, b: &Buffers) -> Recording {
        let mut record = Recording::default();
        record.fill(b.status, 0);
        record.fill(b.moved, 0);
        b.touches.forget(&mut record);
        self.seek_at_start(&mut record, b);
        self.find_tangles(&mut record, b);
        b.touches.forget(&mut record);
        record
    }

    /// Lets go of pairs that would keep tangles.
    pub(super) fn free(&self, record: &mut Recording, b: &Buffers) {
        if !self.tangles.any() {
            return;
        }
        let (own, all) = (&b.touches.tangles, &b.touches);
        let params = self.tangles.params(self.particles());
        let freed = [
            all.state,
            all.corners,
            all.manners,
            b.body_of,
            b.frame,
            own.passing,
            all.near,
            all.apart,
            all.opens,
            all.presses,
        ];
        own.call(record, PassId::TangleFree, &freed, params, EACH_PAIR);
    }

    /// Finds which way tangles have to be drawn.
    pub(super) fn aim(&self, record: &mut Recording, b: &Buffers) {
        if !self.tangles.any() {
            return;
        }
        let (own, all) = (&b.touches.tangles, &b.touches);
        let params = self.tangles.params(self.particles());
        let aimed = [
            own.passing,
            own.crossings,
            b.frame,
            all.bodies,
            b.body_of,
            b.position,
            own.pulls,
        ];
        own.call(record, PassId::TangleAim, &aimed, params, EACH_CROSSING);
    }

    /// Draws tangles apart. `features` and buffers as those of [`Touches::solve`].
    pub(super) fn draw(
        &self,
        record: &mut Recording,
        b: &Buffers,
        variant: Variant,
        [moved, before, place]: [BufferId; 3],
    ) {
        if !self.tangles.any() {
            return;
        }
        let own = &b.touches.tangles;
        let params = self.tangles.params(self.particles());
        let drawn = [
            own.passing,
            own.crossings,
            own.starts,
            b.velocity,
            moved,
            own.pulls,
            own.pushes,
        ];
        own.call(record, PassId::TanglePull, &drawn, params, EACH_CROSSING);
        let pushed = [
            own.starts,
            own.entries,
            own.pulls,
            own.pushes,
            b.velocity,
            b.position,
            moved,
            before,
            place,
        ];
        let all = own.workgroups(EACH_PARTICLE);
        record.dispatch_counted(PassId::TangleMove, &pushed, params, all, variant);
    }

    /// Takes the velocities of that away.
    pub(super) fn calm(&self, record: &mut Recording, b: &Buffers) {
        if !self.tangles.any() {
            return;
        }
        let own = &b.touches.tangles;
        let params = self.tangles.params(self.particles());
        let bounced = [
            own.passing,
            own.crossings,
            own.starts,
            b.velocity,
            own.pulls,
            own.pushes,
        ];
        own.call(
            record,
            PassId::TangleBounce,
            &bounced,
            params,
            EACH_CROSSING,
        );
        let settled = [own.starts, own.entries, own.pulls, own.pushes, b.velocity];
        own.call(
            record,
            PassId::TangleSettle,
            &settled,
            params,
            EACH_PARTICLE,
        );
    }

    /// What to do about edges through triangles, in whatever order they were found.
    pub(crate) fn untangle(&self, body_of: &[u32], found: Vec<[u32; 3]>) -> Plan {
        let mesh = || Mesh::new(&self.elements, body_of.len());
        let mesh = self.tangles.mesh.get_or_init(mesh);
        Plan::new(self, mesh, body_of, found)
    }
}

/// Buffers of tangles; a few bytes each where no surfaces touch.
pub(crate) struct TangleBuffers {
    /// Edges through triangles as they are found.
    pub(crate) found: BufferId,
    /// The host's plan, all of it 0 where nothing is tangled.
    passing: BufferId,
    crossings: BufferId,
    starts: BufferId,
    entries: BufferId,
    calls: BufferId,
    pulls: BufferId,
    pushes: BufferId,
}

impl TangleBuffers {
    pub(super) fn new<E: Engine>(
        make: &mut Maker<'_, E>,
        touches: &Touches,
    ) -> Result<Self, Error> {
        let room = touches.tangles.capacity as usize;
        let particles = if room > 0 { touches.groups.len() } else { 0 };
        Ok(Self {
            found: make.empty::<[u32; 3]>("tangles that were found", room)?,
            passing: make.empty::<u32>("particles that pass", particles + 1)?,
            crossings: make.empty::<Crossing>("tangles", room)?,
            starts: make.empty::<u32>("starts of particles' tangles", particles + 1)?,
            entries: make.empty::<u32>("particles' tangles", 5 * room)?,
            calls: make.empty::<[u32; 3]>("workgroups of tangles", 3)?,
            pulls: make.empty::<Pull>("pulls of tangles", room)?,
            pushes: make.empty::<[f32; 3]>("pushes of tangles", room)?,
        })
    }

    fn workgroups(&self, index: u32) -> Workgroups {
        Workgroups {
            buffer: self.calls,
            index,
        }
    }

    fn call(
        &self,
        record: &mut Recording,
        pass: PassId,
        buffers: &[BufferId],
        params: TangleParams,
        index: u32,
    ) {
        let workgroups = self.workgroups(index);
        record.dispatch_counted(pass, buffers, params, workgroups, Variant::default());
    }

    fn tell<E: Engine>(
        &self,
        engine: &mut E,
        plan: Option<&Plan>,
        touches: &Touches,
    ) -> Result<(), Error> {
        let groups = |count: u32| [count.div_ceil(WORKGROUP), 1, 1];
        let Some(plan) = plan else {
            engine.write(self.passing, 0, bytemuck::bytes_of(&0_u32))?;
            let none = [groups(0); 3];
            return Ok(engine.write(self.calls, 0, bytemuck::cast_slice(&none))?);
        };
        let mut write = |buffer, bytes: &[u8]| engine.write(buffer, 0, bytes);
        write(self.passing, bytemuck::cast_slice(&plan.passing))?;
        write(self.crossings, bytemuck::cast_slice(&plan.crossings))?;
        write(self.starts, bytemuck::cast_slice(&plan.starts))?;
        write(self.entries, bytemuck::cast_slice(&plan.entries))?;
        let counts = [
            plan.crossings.len() as u32,
            touches.particles(),
            touches.capacity,
        ];
        Ok(write(
            self.calls,
            bytemuck::cast_slice(&counts.map(groups)),
        )?)
    }
}

impl TouchBuffers {
    /// Those of tangles.
    pub(crate) fn tangles(&self) -> &TangleBuffers {
        &self.tangles
    }

    /// Says what is to be done about tangles from now on; nothing without a plan. Other pairs hold then.
    pub(crate) fn tell_tangles<E: Engine>(
        &self,
        engine: &mut E,
        plan: Option<&Plan>,
        touches: &Touches,
    ) -> Result<(), Error> {
        let told = std::mem::offset_of!(TouchState, told) as u64;
        engine.write(self.state, told, bytemuck::bytes_of(&1_u32))?;
        self.tangles.tell(engine, plan, touches)
    }
}
