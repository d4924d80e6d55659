//! What a simulation gives to renderers, tests and benchmarks.

use pliant_passes::BufferId;

/// What the renderer reads: written anew in every step.
#[derive(Debug, Clone)]
pub struct DrawBuffers {
    /// World position of every simulated vertex, `vec3`.
    pub vertices: BufferId,
    /// World normal of every simulated vertex, `vec3`.
    pub normals: BufferId,
    /// World tangent and handedness, `vec4`, where some body has a normal map.
    pub tangents: Option<BufferId>,
    /// Velocity of every particle, `vec4`, w aside.
    pub velocities: BufferId,
    /// Each body's first vertex in those buffers.
    pub first_vertex: Vec<u32>,
    /// Each body's first particle.
    pub first_particle: Vec<u32>,
}

/// Links and particles, for the viewer's C and P.
#[derive(Debug, Clone)]
pub struct LinkBuffers {
    /// Particle positions, `vec4`, w aside.
    pub positions: BufferId,
    /// How many particles.
    pub particles: u32,
    /// Links as (a, b, rest length as float bits), `uvec3`.
    pub links: Vec<[u32; 3]>,
}

/// All particles at a frame's end, for PLY and tests.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Particles {
    /// m.
    pub positions: Vec<[f32; 3]>,
    /// m/s.
    pub velocities: Vec<[f32; 3]>,
    /// Whether it is there: not yet, or no longer, of a fluid that comes out of an emitter, or was taken away.
    pub present: Vec<bool>,
    /// Each body's first particle, and the total at the end.
    pub first: Vec<u32>,
    /// Triangles of bodies that are made of them, as particles of the scene.
    pub triangles: Vec<[u32; 3]>,
}

/// What the kernel of a scene's fluids is (docs/method.md §25), for benchmarks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FluidConstants {
    /// Of the kernel, m.
    pub radius: f32,
    /// The kernel at a point itself, 1/m³.
    pub density: f32,
    /// The slope of pushes there, 1/m⁴.
    pub push: f32,
    /// Of the change of pressures.
    pub relaxation: f32,
    /// What is added to the slopes of a density, 1/m.
    pub give: f32,
    /// What pressures are multiples of, times h², kg/m.
    pub unit: f32,
    /// Neighbours that a list has room for.
    pub room: u32,
}
