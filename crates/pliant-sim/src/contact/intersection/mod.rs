//! Tangles: edges that go through triangles, how many there are, and what draws them apart (docs/method.md, tangles).

mod contours;
mod mesh;
mod plan;

pub(crate) use plan::Plan;

use super::{DeformableContactBuffers, DeformableContacts};
use crate::Error;
use crate::state::{Buffers, Maker};
use mesh::Mesh;
use pliant_passes::passes::intersection;
use pliant_passes::types::{
    CALLS_UNPARTED, ContactState, Intersection, IntersectionParams, NONE, Pull, WORKGROUP,
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
pub(crate) struct Intersections {
    /// Edges through triangles that there is room for; 0 where no surfaces touch.
    pub(crate) capacity: u32,
    /// Made when something is tangled for the first time.
    mesh: OnceLock<Mesh>,
}

impl Intersections {
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

    fn params(&self, count: u32) -> IntersectionParams {
        let capacity = self.capacity;
        IntersectionParams { count, capacity }
    }
}

impl DeformableContacts {
    /// Counts the edges that go through triangles, and lists them.
    pub(crate) fn find_intersections(&self, record: &mut Recording, b: &Buffers) {
        if !self.intersections.any() {
            return;
        }
        let (own, all) = (&b.deformable_contacts.intersections, &b.deformable_contacts);
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
            self.intersections.params(self.room),
            all.workgroups(CALLS_UNPARTED),
        );
        record.pass_indirect(buffers, params, each, Variant::default());
    }

    /// The same where nothing was simulated yet. Pairs are sought for that, and forgotten.
    pub(crate) fn find_first_intersections(&self, b: &Buffers) -> Recording {
        let mut record = Recording::default();
        record.fill(b.status, 0);
        record.fill(b.displacement, 0);
        b.deformable_contacts.forget(&mut record);
        self.seek_at_start(&mut record, b);
        self.find_intersections(&mut record, b);
        b.deformable_contacts.forget(&mut record);
        record
    }

    /// Lets go of pairs that would keep tangles.
    pub(super) fn free(&self, record: &mut Recording, b: &Buffers) {
        if !self.intersections.any() {
            return;
        }
        let (own, all) = (&b.deformable_contacts.intersections, &b.deformable_contacts);
        let params = self.intersections.params(self.particles());
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
        if !self.intersections.any() {
            return;
        }
        let (own, all) = (&b.deformable_contacts.intersections, &b.deformable_contacts);
        let params = self.intersections.params(self.particles());
        let aimed = intersection::ChooseDirections {
            passing: own.passing,
            intersections: own.intersections,
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
        [displacement, before, place]: [Buffer<[f32; 4]>; 3],
    ) {
        if !self.intersections.any() {
            return;
        }
        let own = &b.deformable_contacts.intersections;
        let params = self.intersections.params(self.particles());
        let drawn = intersection::SolveIntersections {
            passing: own.passing,
            intersections: own.intersections,
            starts: own.starts,
            velocity: b.velocity,
            displacement,
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
            displacement,
            displacement_before: before,
            current_position: place,
        };
        let all = own.workgroups(EACH_PARTICLE);
        record.pass_indirect(pushed, params, all, variant);
    }

    /// Takes the velocities of that away.
    pub(super) fn calm(&self, record: &mut Recording, b: &Buffers) {
        if !self.intersections.any() {
            return;
        }
        let own = &b.deformable_contacts.intersections;
        let params = self.intersections.params(self.particles());
        let bounced = intersection::DampIntersections {
            passing: own.passing,
            intersections: own.intersections,
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
    pub(crate) fn resolve_intersections(&self, body_of: &[u32], found: Vec<[u32; 3]>) -> Plan {
        let mesh = || Mesh::new(&self.elements, body_of.len());
        let mesh = self.intersections.mesh.get_or_init(mesh);
        Plan::new(self, mesh, body_of, found)
    }
}

/// Buffers of tangles; a few bytes each where no surfaces touch.
pub(crate) struct IntersectionBuffers {
    /// Edges through triangles as they are found.
    pub(crate) found: Buffer<[u32; 3]>,
    /// The host's plan, all of it 0 where nothing is tangled.
    passing: Buffer<u32>,
    intersections: Buffer<Intersection>,
    starts: Buffer<u32>,
    entries: Buffer<u32>,
    calls: Buffer<[u32; 3]>,
    pulls: Buffer<Pull>,
    pushes: Buffer<[f32; 3]>,
}

impl IntersectionBuffers {
    pub(super) fn new<E: Engine>(
        make: &mut Maker<'_, E>,
        deformable_contacts: &DeformableContacts,
    ) -> Result<Self, Error> {
        let room = deformable_contacts.intersections.capacity as usize;
        let particles = if room > 0 {
            deformable_contacts.groups.len()
        } else {
            0
        };
        Ok(Self {
            found: make.empty::<[u32; 3]>("tangles that were found", room)?,
            passing: make.empty::<u32>("particles that pass", particles + 1)?,
            intersections: make.empty::<Intersection>("tangles", room)?,
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

    fn call<B: Bind<Params = IntersectionParams>>(
        &self,
        record: &mut Recording,
        buffers: B,
        params: IntersectionParams,
        index: u32,
    ) {
        let workgroups = self.workgroups(index);
        record.pass_indirect(buffers, params, workgroups, Variant::default());
    }

    fn tell<E: Engine>(
        &self,
        engine: &mut E,
        plan: Option<&Plan>,
        deformable_contacts: &DeformableContacts,
    ) -> Result<(), Error> {
        let groups = |count: u32| [count.div_ceil(WORKGROUP), 1, 1];
        let Some(plan) = plan else {
            engine.write(self.passing, 0, bytemuck::bytes_of(&0_u32))?;
            let none = [groups(0); 3];
            return Ok(engine.write(self.calls, 0, bytemuck::cast_slice(&none))?);
        };
        let mut write = |buffer, bytes: &[u8]| engine.write(buffer, 0, bytes);
        write(self.passing.id(), bytemuck::cast_slice(&plan.passing))?;
        write(
            self.intersections.id(),
            bytemuck::cast_slice(&plan.intersections),
        )?;
        write(self.starts.id(), bytemuck::cast_slice(&plan.starts))?;
        write(self.entries.id(), bytemuck::cast_slice(&plan.entries))?;
        let counts = [
            plan.intersections.len() as u32,
            deformable_contacts.particles(),
            deformable_contacts.capacity,
        ];
        Ok(write(
            self.calls.id(),
            bytemuck::cast_slice(&counts.map(groups)),
        )?)
    }
}

impl DeformableContactBuffers {
    /// Those of tangles.
    pub(crate) fn intersections(&self) -> &IntersectionBuffers {
        &self.intersections
    }

    /// Says what is to be done about tangles from now on; nothing without a plan. Other pairs hold then.
    pub(crate) fn upload_intersections<E: Engine>(
        &self,
        engine: &mut E,
        plan: Option<&Plan>,
        deformable_contacts: &DeformableContacts,
    ) -> Result<(), Error> {
        let told = std::mem::offset_of!(ContactState, told) as u64;
        engine.write(self.state, told, bytemuck::bytes_of(&1_u32))?;
        self.intersections.tell(engine, plan, deformable_contacts)
    }
}
