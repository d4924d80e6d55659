//! Records the passes of intersections: counting them, and resolving them (docs/method.md §31).

use super::buffers::{EACH_CROSSING, EACH_PAIR, EACH_PARTICLE, IntersectionBuffers};
use super::mesh::Mesh;
use super::plan::Plan;
use crate::contact::buffers::{ContactPasses, DeformableContactBuffers};
use crate::contact::contacts::DeformableContacts;
use crate::error::Error;
use crate::world::Iterate;
use pliant_passes::passes::intersection;
use pliant_passes::types::{CALLS_UNPARTED, ContactState};
use pliant_passes::{Engine, Recording, Variant};

impl DeformableContacts {
    /// Finds and counts edge–triangle intersections.
    pub(crate) fn find_intersections(&self, record: &mut Recording, passes: ContactPasses<'_>) {
        if !self.intersections.any() {
            return;
        }
        let (world, all) = passes;
        let own = &all.intersections;
        let buffers = intersection::FindIntersections {
            state: all.state,
            elements: all.elements,
            groups: all.groups,
            unparted: all.unparted,
            position: world.particles.position,
            found: own.found,
            status: world.status,
        };
        let (params, each) = (
            self.intersections.params(self.element_capacity),
            all.workgroups(CALLS_UNPARTED),
        );
        record.pass_indirect(buffers, params, each, Variant::default());
    }

    /// The same for the initial state. The pairs that it searches are dropped afterwards.
    pub(crate) fn find_first_intersections(&self, passes: ContactPasses<'_>) -> Recording {
        let mut record = Recording::default();
        record.fill(passes.0.status, 0);
        record.fill(passes.0.particles.displacement, 0);
        passes.1.forget(&mut record);
        self.seek_at_start(&mut record, passes);
        self.find_intersections(&mut record, passes);
        passes.1.forget(&mut record);
        record
    }

    /// Deactivates pairs that would preserve intersections.
    pub(crate) fn release_pairs(&self, record: &mut Recording, passes: ContactPasses<'_>) {
        if !self.intersections.any() {
            return;
        }
        let (world, all) = passes;
        let own = &all.intersections;
        let params = self.intersections.params(self.particles());
        let freed = intersection::ReleasePairs {
            state: all.state,
            corners: all.corners,
            manners: all.manners,
            body_of: world.particles.body_of,
            frame: world.frame,
            passing: own.passing,
            near: all.near,
            apart: all.apart,
            opens: all.opens,
            presses: all.presses,
        };
        own.call(record, freed, params, EACH_PAIR);
    }

    /// Chooses the direction in which each intersection is resolved.
    pub(crate) fn choose_directions(&self, record: &mut Recording, passes: ContactPasses<'_>) {
        if !self.intersections.any() {
            return;
        }
        let (world, all) = passes;
        let own = &all.intersections;
        let params = self.intersections.params(self.particles());
        let aimed = intersection::ChooseDirections {
            passing: own.passing,
            intersections: own.intersections,
            frame: world.frame,
            bodies: all.bodies,
            body_of: world.particles.body_of,
            position: world.particles.position,
            pulls: own.pulls,
        };
        own.call(record, aimed, params, EACH_CROSSING);
    }

    /// Moves intersecting edges and triangles apart in `iterate`, as [`Self::solve`] does for contacts.
    pub(crate) fn separate_intersections(
        &self,
        record: &mut Recording,
        passes: ContactPasses<'_>,
        variant: Variant,
        iterate: Iterate,
    ) {
        if !self.intersections.any() {
            return;
        }
        let (world, all) = passes;
        let own = &all.intersections;
        let params = self.intersections.params(self.particles());
        let drawn = intersection::SolveIntersections {
            passing: own.passing,
            intersections: own.intersections,
            starts: own.starts,
            velocity: world.particles.velocity,
            displacement: iterate.displacement,
            pulls: own.pulls,
            pushes: own.pushes,
        };
        own.call(record, drawn, params, EACH_CROSSING);
        let pushed = intersection::ApplyIntersections {
            starts: own.starts,
            entries: own.entries,
            pulls: own.pulls,
            pushes: own.pushes,
            velocity: world.particles.velocity,
            position: world.particles.position,
            displacement: iterate.displacement,
            displacement_before: iterate.displacement_before,
            current_position: iterate.current_position,
        };
        let all = own.workgroups(EACH_PARTICLE);
        record.pass_indirect(pushed, params, all, variant);
    }

    /// Removes the velocities that this adds.
    pub(crate) fn damp_intersections(&self, record: &mut Recording, passes: ContactPasses<'_>) {
        if !self.intersections.any() {
            return;
        }
        let (world, all) = passes;
        let own = &all.intersections;
        let params = self.intersections.params(self.particles());
        let bounced = intersection::DampIntersections {
            passing: own.passing,
            intersections: own.intersections,
            starts: own.starts,
            velocity: world.particles.velocity,
            pulls: own.pulls,
            pushes: own.pushes,
        };
        own.call(record, bounced, params, EACH_CROSSING);
        let settled = intersection::ApplyIntersectionDamping {
            starts: own.starts,
            entries: own.entries,
            pulls: own.pulls,
            pushes: own.pushes,
            velocity: world.particles.velocity,
        };
        own.call(record, settled, params, EACH_PARTICLE);
    }

    /// Plans the resolution of intersections; the order in which they were found does not matter.
    pub(crate) fn resolve_intersections(&self, body_of: &[u32], found: Vec<[u32; 3]>) -> Plan {
        let mesh = || Mesh::new(&self.elements, body_of.len());
        let mesh = self.intersections.mesh.get_or_init(mesh);
        Plan::new(self, mesh, body_of, found)
    }
}

impl DeformableContactBuffers {
    /// Buffers of intersections.
    pub(crate) fn intersections(&self) -> &IntersectionBuffers {
        &self.intersections
    }

    /// Uploads the plan for the next frame, or none; then the contacts of all pairs are active again.
    pub(crate) fn upload_intersections<E: Engine>(
        &self,
        engine: &mut E,
        plan: Option<&Plan>,
        deformable_contacts: &DeformableContacts,
    ) -> Result<(), Error> {
        let told = std::mem::offset_of!(ContactState, told) as u64;
        engine.write(self.state, told, bytemuck::bytes_of(&1_u32))?;
        self.intersections.upload(
            engine,
            plan,
            (
                deformable_contacts.particles(),
                deformable_contacts.capacity,
            ),
        )
    }
}
