//! Records the passes of intersections: counting them, and resolving them (docs/method.md §31).

use super::intersection_buffers::{EACH_CROSSING, EACH_PARTICLE, IntersectionBuffers};
use super::mesh::Mesh;
use super::plan::Plan;
use crate::contact::contact_buffers::{ContactPasses, DeformableContactBuffers};
use crate::contact::contacts::DeformableContacts;
use crate::error::Error;
use crate::world::Iterate;
use pliant_passes::passes::intersection;
use pliant_passes::types::{
    ColliderCornerParams, DeformableContactParams, FEATURE_FIRST_ROUND, FEATURE_JACOBI,
    IntersectionParams,
};
use pliant_passes::{Engine, Recording, Variant, bind};

impl DeformableContacts {
    /// Finds and counts edge–triangle intersections.
    pub(crate) fn find_intersections(&self, record: &mut Recording, passes: ContactPasses<'_>) {
        if !self.intersections.any() {
            return;
        }
        let (world, all) = passes;
        let own = &all.intersections;
        let buffers = bind!(intersection::FindIntersections {
            state, elements, groups from all; element_pairs from all.search;
            position from world.particles; found from own; status from world;
        });
        let params = DeformableContactParams {
            contacts: self.intersections.capacity,
            ..self.params(self.size())
        };
        record.pass(buffers, params, params.count);
    }

    /// The same for the initial state, with `corners` of colliders. The candidates that it finds are dropped afterwards.
    pub(crate) fn find_first_intersections(
        &self,
        passes: ContactPasses<'_>,
        corners: (ColliderCornerParams, Variant),
    ) -> Recording {
        let mut record = Recording::default();
        record.fill(passes.0.status, 0);
        record.fill(passes.0.particles.displacement, 0);
        passes.1.forget(&mut record);
        self.move_collider_corners(&mut record, passes, corners);
        self.search(&mut record, passes);
        self.find_intersections(&mut record, passes);
        passes.1.forget(&mut record);
        record
    }

    /// Moves intersecting edges and triangles apart in `iterate`, as [`Self::solve`] does for contacts.
    pub(crate) fn separate_intersections(
        &self,
        record: &mut Recording,
        passes: ContactPasses<'_>,
        features: u32,
        iterate: Iterate,
    ) {
        self.solve_intersections(record, passes, (features, 0), iterate);
    }

    /// Removes the velocities that this adds.
    pub(crate) fn damp_intersections(&self, record: &mut Recording, passes: ContactPasses<'_>) {
        let iterate = passes.0.particles.iterate();
        self.solve_intersections(record, passes, (0, 1), iterate);
    }

    fn solve_intersections(
        &self,
        record: &mut Recording,
        (world, all): ContactPasses<'_>,
        (features, velocities): (u32, u32),
        iterate: Iterate,
    ) {
        if !self.intersections.any() {
            return;
        }
        let own = &all.intersections;
        let params = IntersectionParams {
            count: self.particles(),
            velocities,
        };
        let variant = |features| Variant { lanes: 1, features };
        let solved = bind!(intersection::SolveIntersections {
            passing, intersections, starts, pulls, pushes from own;
            frame from world; bodies from all;
            body_of, velocity, position from world.particles;
            displacement from iterate;
        });
        let each = own.workgroups(EACH_CROSSING);
        record.pass_indirect(
            solved,
            params,
            each,
            variant(features & FEATURE_FIRST_ROUND),
        );
        let applied = bind!(intersection::ApplyIntersections {
            starts, entries, pulls, pushes from own;
            velocity, position from world.particles;
            displacement, displacement_before, current_position from iterate;
        });
        let each = own.workgroups(EACH_PARTICLE);
        record.pass_indirect(applied, params, each, variant(features & FEATURE_JACOBI));
    }

    /// Plans the resolution of intersections; the order in which they were found does not matter.
    pub(crate) fn resolve_intersections(&self, found: Vec<[u32; 3]>) -> Plan {
        let mesh = || Mesh::new(&self.elements, self.body_of.len());
        let mesh = self.intersections.mesh.get_or_init(mesh);
        Plan::new(self, mesh, found)
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
        self.intersections
            .upload(engine, plan, deformable_contacts.particles())
    }
}
