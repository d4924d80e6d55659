//! Structs of fluids that host and GPU share.

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
    /// What passes need to know of a body as a fluid.
    struct Fluid {
        /// Share of differences of velocity that a substep evens out, 0..1; 0 of what is no fluid.
        viscosity: f32,
        /// What two of its particles draw each other by in a substep, of the product of their volumes, kg/(m⁵ s).
        cohesion: f32,
        /// By how much its swirls quicken in a substep: that times the curl of its velocity, m.
        vorticity: f32,
    }

    /// Push constants of the passes of fluids.
    struct FluidParams {
        /// How many points.
        count: u32,
        /// How many particles, which contacts are apart by.
        particles: u32,
        /// Contact slots a particle.
        slots: u32,
        /// How many colliders.
        colliders: u32,
        /// First pose of this substep.
        first_pose: u32,
        /// What is kept of pressures: 0 in the first iteration of a substep, then 1.
        keep: f32,
        /// By how much more pressures change than what is sure to solve densities.
        relaxation: f32,
        /// What is added to the slopes of a density with few neighbours, 1/m.
        give: f32,
        /// What pressures are multiples of, times h², kg/m: about what a density of twice that at rest asks for.
        unit: f32,
        /// Radius of the kernel, m.
        radius: f32,
        /// The kernel at a point itself, so that it adds up to 1 on the lattice, 1/m³.
        density: f32,
        /// Its slope there, so that pressure on a lattice is pressure, 1/m⁴.
        push: f32,
        /// What half spaces count, so that on the lattice they stand for the half of it that they take.
        wall: f32,
        /// By how much pushes are steeper than densities.
        steep: f32,
        /// 1 − the distance of two particles at rest, in radii.
        rest: f32,
        /// Length of a substep, s.
        h: f32,
        /// Where places are counted from, m.
        origin: [f32; 3],
    }

    /// A particle that comes out of an emitter.
    struct Birth {
        /// It has been gone until now.
        particle: u32,
        /// In which substep of the frame it comes; NONE: in none.
        substep: u32,
        /// Where it is at that substep's start, m.
        place: [f32; 3],
        /// m/s.
        velocity: [f32; 3],
    }

    /// Push constants of `fluid/emit_particles`.
    struct EmitParams {
        /// How many births there may be in a frame.
        count: u32,
        /// Which substep this is.
        substep: u32,
    }

    /// Push constants of `fluid/remove_particles`.
    struct KillParams {
        /// How many points.
        count: u32,
        /// Below this there is no fluid, m.
        level: f32,
    }
}
