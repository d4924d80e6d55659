//! Tangles: edges that go through triangles, how many there are, and what draws them apart (docs/method.md, tangles).

mod contours;
mod mesh;
mod plan;

pub(crate) use plan::Plan;

use super::{TouchBuffers, Touches};
use crate::Error;
use crate::state::{Buffers, Maker};
use mesh::Mesh;
use pliant_passes::passes::intersection;
use pliant_passes::types::{
    CALLS_UNPARTED, Crossing, NONE, Pull, TangleParams, TouchState, WORKGROUP,
};
use pliant_passes::{Bind, Buffer, Engine, Recording, Variant, Workgroups};
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
        let buffers = intersection::FindIntersections {
            state: all.state,
            elements: all.elements,
            groups: all.groups,
            unparted: all.unparted,
            position: b.position,
            found: own.found,
            status: b.status,
        };
        let (params, each) = (
            self.tangles.params(self.room),
            all.workgroups(CALLS_UNPARTED),
        );
        record.pass_indirect(buffers, params, each, Variant::default());
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
        let freed = intersection::ReleasePairs {
            state: all.state,
            corners: all.corners,
            manners: all.manners,
            body_of: b.body_of,
            frame: b.frame,
            passing: own.passing,
            near: all.near,
            apart: all.apart,
            opens: all.opens,
            presses: all.presses,
        };
        own.call(record, freed, params, EACH_PAIR);
    }

    /// Finds which way tangles have to be drawn.
    pub(super) fn aim(&self, record: &mut Recording, b: &Buffers) {
        if !self.tangles.any() {
            return;
        }
        let (own, all) = (&b.touches.tangles, &b.touches);
        let params = self.tangles.params(self.particles());
        let aimed = intersection::ChooseDirections {
            passing: own.passing,
            crossings: own.crossings,
            frame: b.frame,
            bodies: all.bodies,
            body_of: b.body_of,
            position: b.position,
            pulls: own.pulls,
        };
        own.call(record, aimed, params, EACH_CROSSING);
    }

    /// Draws tangles apart. `features` and buffers as those of [`Touches::solve`].
    pub(super) fn draw(
        &self,
        record: &mut Recording,
        b: &Buffers,
        variant: Variant,
        [moved, before, place]: [Buffer<[f32; 4]>; 3],
    ) {
        if !self.tangles.any() {
            return;
        }
        let own = &b.touches.tangles;
        let params = self.tangles.params(self.particles());
        let drawn = intersection::SolveIntersections {
            passing: own.passing,
            crossings: own.crossings,
            starts: own.starts,
            velocity: b.velocity,
            moved,
            pulls: own.pulls,
            pushes: own.pushes,
        };
        own.call(record, drawn, params, EACH_CROSSING);
        let pushed = intersection::ApplyIntersections {
            starts: own.starts,
            entries: own.entries,
            pulls: own.pulls,
            pushes: own.pushes,
            velocity: b.velocity,
            position: b.position,
            moved,
            before,
            place,
        };
        let all = own.workgroups(EACH_PARTICLE);
        record.pass_indirect(pushed, params, all, variant);
    }

    /// Takes the velocities of that away.
    pub(super) fn calm(&self, record: &mut Recording, b: &Buffers) {
        if !self.tangles.any() {
            return;
        }
        let own = &b.touches.tangles;
        let params = self.tangles.params(self.particles());
        let bounced = intersection::DampIntersections {
            passing: own.passing,
            crossings: own.crossings,
            starts: own.starts,
            velocity: b.velocity,
            pulls: own.pulls,
            pushes: own.pushes,
        };
        own.call(record, bounced, params, EACH_CROSSING);
        let settled = intersection::ApplyIntersectionDamping {
            starts: own.starts,
            entries: own.entries,
            pulls: own.pulls,
            pushes: own.pushes,
            velocity: b.velocity,
        };
        own.call(record, settled, params, EACH_PARTICLE);
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
    pub(crate) found: Buffer<[u32; 3]>,
    /// The host's plan, all of it 0 where nothing is tangled.
    passing: Buffer<u32>,
    crossings: Buffer<Crossing>,
    starts: Buffer<u32>,
    entries: Buffer<u32>,
    calls: Buffer<[u32; 3]>,
    pulls: Buffer<Pull>,
    pushes: Buffer<[f32; 3]>,
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

    fn call<B: Bind<Params = TangleParams>>(
        &self,
        record: &mut Recording,
        buffers: B,
        params: TangleParams,
        index: u32,
    ) {
        let workgroups = self.workgroups(index);
        record.pass_indirect(buffers, params, workgroups, Variant::default());
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
        write(self.passing.id(), bytemuck::cast_slice(&plan.passing))?;
        write(self.crossings.id(), bytemuck::cast_slice(&plan.crossings))?;
        write(self.starts.id(), bytemuck::cast_slice(&plan.starts))?;
        write(self.entries.id(), bytemuck::cast_slice(&plan.entries))?;
        let counts = [
            plan.crossings.len() as u32,
            touches.particles(),
            touches.capacity,
        ];
        Ok(write(
            self.calls.id(),
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
