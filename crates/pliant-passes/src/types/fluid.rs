//! Structs of fluids that CPU and GPU share.

use crate::layout::{gpu_constants, gpu_struct};

gpu_constants! {
    /// Position of the first removed particle in the grid, in kernel radii: far from the scene.
    PARKED: f32 = 1e4;
    /// Distance between removed particles in the grid, in kernel radii.
    PARKED_SPACING: f32 = 4.25;
    /// A shorter vector, m, has no direction.
    TINY: f32 = 1e-9;
}

gpu_struct! {
    /// The fluid material of a body.
    struct Fluid {
        /// XSPH viscosity: fraction of a velocity difference that a substep removes, 0..1; 0 for what is not fluid.
        viscosity: f32,
        /// Cohesion: impulse between two particles in a substep, per product of their volumes, kg/(m⁵ s).
        cohesion: f32,
        /// Vorticity confinement: velocity change in a substep, per vorticity, m.
        vorticity: f32,
    }

    /// Push constants of the fluid passes.
    struct FluidParams {
        /// Number of points.
        count: u32,
        /// Number of particles, which is the stride of contact slots.
        particles: u32,
        /// Contact slots a particle.
        slots: u32,
        /// Number of colliders.
        colliders: u32,
        /// First pose of this substep.
        first_pose: u32,
        /// Factor of the previous pressure: 0 in the first iteration of a substep, then 1.
        keep_pressure: f32,
        /// Over-relaxation of density corrections; 1 is the step that never overshoots.
        relaxation: f32,
        /// Regularization that is added to the gradient of a density with few neighbours, 1/m.
        regularization: f32,
        /// Unit of pressure times h², kg/m: about the pressure that a density of twice the rest density needs.
        pressure_unit: f32,
        /// Radius of the kernel, m.
        radius: f32,
        /// 1/radius, 1/m.
        inverse_radius: f32,
        /// Value of the kernel at its centre, normalized to a sum of 1 on the rest lattice, 1/m³.
        kernel_scale: f32,
        /// Slope of the kernel at its centre, normalized so that the pressure force on the rest lattice is exact, 1/m⁴.
        gradient_scale: f32,
        /// Weight of a half space in the density, normalized so that it replaces half of the rest lattice.
        half_space_weight: f32,
        /// Ratio of the boundary force to the slope of the boundary density.
        boundary_force_scale: f32,
        /// 1 − (distance of two particles at rest)/radius.
        rest_closeness: f32,
        /// Length of a substep, s.
        h: f32,
        /// Origin of sorted positions, world, m.
        origin: [f32; 3],
    }

    /// A particle that an emitter adds.
    struct Birth {
        /// A particle that is removed until then.
        particle: u32,
        /// The substep of the frame in which it is added, or NONE.
        substep: u32,
        /// Position at the start of that substep, m.
        position: [f32; 3],
        /// m/s.
        velocity: [f32; 3],
    }

    /// Push constants of `fluid/emit_particles`.
    struct EmitParams {
        /// The most births in a frame.
        count: u32,
        /// Index of this substep in the frame.
        substep: u32,
    }

    /// Push constants of `fluid/remove_particles`.
    struct RemoveParams {
        /// Number of points.
        count: u32,
        /// Height below which particles are removed, m.
        level: f32,
    }
}
