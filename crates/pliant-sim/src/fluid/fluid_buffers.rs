//! Buffers of fluids.

use super::fluids::{FluidCouples, Fluids};
use super::neighbours::{Grid, Lists};
use crate::error::Error;
use crate::memory::Maker;
use crate::rigid::RigidBuffers;
use crate::world::World;
use pliant_passes::types::FEATURE_VORTICITY;
use pliant_passes::types::{Birth, CoupledSum, Fluid, RigidImpulse, RigidStep};
use pliant_passes::{Buffer, Engine, Memory};

/// Buffers that the passes of fluids bind.
pub(crate) type FluidPasses<'a> = (World<'a>, &'a FluidBuffers, &'a RigidBuffers);

/// Buffers of fluids; a few bytes each in a scene without fluids. A point is a fluid particle, or a particle of a body in it.
pub(crate) struct FluidBuffers {
    /// Particle, rest volume (m³, negative in a deformable body) and body of each point.
    pub(crate) particles: Buffer<u32>,
    pub(super) volumes: Buffer<f32>,
    pub(super) body_of: Buffer<u32>,
    /// Coefficients of each body.
    pub(super) fluids: Buffer<Fluid>,
    /// Particles that emitters emit in a frame.
    pub(crate) births: Buffer<Birth>,
    /// Neighbour lists of points.
    pub(crate) grid: Grid,
    /// Density of colliders around each point at position x: w − xyz·x. By sorted position.
    pub(crate) sorted_boundary: Buffer<[f32; 4]>,
    /// Part of each collider near a point in its boundary density; used with contact forces or rigid bodies.
    pub(crate) boundary_gradient: Buffer<[f32; 3]>,
    /// Scale w s of density corrections: inverse mass times a bound on the largest eigenvalue. By sorted position.
    pub(super) correction_scale: Buffer<f32>,
    /// Pressure of the point at each sorted position of the grid, in units of `FluidParams::unit`/h².
    pub(crate) pressure: Buffer<f32>,
    pub(super) scratch: FluidScratch,
    /// Cohesion and vorticity coefficients, vorticity, and vorticity confinement: by sorted position.
    pub(super) sorted_material: Buffer<[f32; 2]>,
    pub(super) sorted_vorticity: Buffer<[f32; 4]>,
    pub(super) sorted_confinement: Buffer<[f32; 3]>,
    /// Density over rest density of the point at each sorted position of the grid.
    pub(crate) density: Buffer<f32>,
    pub(crate) coupled: FluidCoupleBuffers,
}

/// Buffers of points that passes share, one after another.
pub(super) struct FluidScratch {
    /// Change of the pressure in an iteration; in viscosity passes the inverse masses of points. By sorted position.
    pub(super) numbers: Buffer<f32>,
    /// Predicted positions of points; in viscosity passes velocity and viscosity by sorted position.
    pub(super) vectors: Buffer<[f32; 4]>,
}

impl FluidBuffers {
    pub(crate) fn new<E: Engine>(make: &mut Maker<'_, E>, plan: &Fluids) -> Result<Self, Error> {
        let points = plan.particles.len();
        let radii = vec![plan.radius; plan.fluids.len()];
        let parts = if plan.stores_collider_parts() {
            plan.params.slots as usize * points
        } else {
            0
        };
        let only = |features: u32| if features == 0 { 0 } else { points };
        Ok(Self {
            particles: make.filled("particles of fluids", &plan.particles)?,
            volumes: make.filled("volumes of fluids", &plan.volumes)?,
            body_of: make.filled("bodies of fluids", &plan.body_of)?,
            fluids: make.filled("fluids", &plan.fluids)?,
            births: make.create::<Birth>(
                "births",
                plan.emitters.capacity as usize,
                Memory::Upload,
            )?,
            grid: Grid::new(
                make,
                points as u32,
                &radii,
                plan.capacity,
                Lists::SortedPositions,
            )?,
            sorted_boundary: make.zeros::<[f32; 4]>("boundary densities", points)?,
            boundary_gradient: make.empty::<[f32; 3]>("boundary densities of colliders", parts)?,
            correction_scale: make.empty::<f32>("scales of density corrections", points)?,
            pressure: make.zeros::<f32>("pressures", points)?,
            scratch: FluidScratch {
                numbers: make.empty::<f32>("changes of pressures", points)?,
                vectors: make.empty::<[f32; 4]>("points and velocities", points)?,
            },
            sorted_material: make
                .empty::<[f32; 2]>("cohesions and vorticities", only(plan.features))?,
            sorted_vorticity: make
                .empty::<[f32; 4]>("vorticity", only(plan.features & FEATURE_VORTICITY))?,
            sorted_confinement: make.empty::<[f32; 3]>(
                "vorticity confinement",
                only(plan.features & FEATURE_VORTICITY),
            )?,
            density: make.empty::<f32>("densities", points)?,
            coupled: FluidCoupleBuffers::new(make, &plan.couples)?,
        })
    }
}

/// Buffers of the coupling between fluids and rigid bodies; a few bytes each where there is none.
pub(crate) struct FluidCoupleBuffers {
    /// Impulse of each point on each rigid body near it, and their sums over each body as integers.
    pub(super) impulses: Buffer<RigidImpulse>,
    pub(crate) sums: Buffer<CoupledSum>,
    /// Steps of rigid bodies when boundary densities were last updated.
    pub(super) integrated_steps: Buffer<RigidStep>,
    /// Denominator term of each density constraint from the rigid bodies around it.
    pub(crate) boundary_scale: Buffer<f32>,
}

impl FluidCoupleBuffers {
    pub(crate) fn new<E: Engine>(
        make: &mut Maker<'_, E>,
        plan: &FluidCouples,
    ) -> Result<Self, Error> {
        let (points, bodies) = (plan.points as usize, plan.bodies as usize);
        let impulses = plan.slots as usize * points;
        Ok(Self {
            impulses: make.empty::<RigidImpulse>("impulses of fluids", impulses)?,
            sums: make.empty::<CoupledSum>("impulses of fluids on rigid bodies", bodies)?,
            integrated_steps: make
                .empty::<RigidStep>("last steps of rigid bodies in fluids", bodies)?,
            boundary_scale: make.empty::<f32>("denominators of densities from bodies", points)?,
        })
    }
}
