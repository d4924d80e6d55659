//! Views of the state for renderers, tests and benchmarks.

use pliant_passes::BufferId;
use pliant_passes::types::RigidState;

/// Buffers that the renderer reads; every step overwrites them.
#[derive(Debug, Clone)]
pub struct DrawBuffers {
    /// World position of every simulated vertex, `vec3`.
    pub vertices: BufferId,
    /// World normal of every simulated vertex, `vec3`.
    pub normals: BufferId,
    /// World tangent and handedness, `vec4`, where some body has a normal map.
    pub tangents: Option<BufferId>,
    /// Velocity of every particle, `vec4`; w is not for the renderer.
    pub velocities: BufferId,
    /// Each body's first vertex in those buffers.
    pub first_vertex: Vec<u32>,
    /// Each body's first particle.
    pub first_particle: Vec<u32>,
    /// Each node whose mesh deforms by a skin or morph targets, and its first vertex in those buffers.
    pub deforming: Vec<(usize, u32)>,
}

/// Links and particles, for the viewer's keys C and P.
#[derive(Debug, Clone)]
pub struct DrawnLinks {
    /// Particle positions, `vec4`; w is not for the viewer.
    pub positions: BufferId,
    /// Number of particles.
    pub particles: u32,
    /// Links as (a, b, rest length as float bits), `uvec3`.
    pub links: Vec<[u32; 3]>,
}

/// Motion of a rigid body at a frame's end.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct RigidMotion {
    /// World position of its node, m.
    pub position: [f64; 3],
    /// World rotation of its node: x, y, z, w.
    pub rotation: [f64; 4],
    /// Velocity of its centre of mass, m/s.
    pub velocity: [f64; 3],
    /// Angular velocity, world axes, rad/s.
    pub angular_velocity: [f64; 3],
}

/// Contact points at a frame's end.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ContactPoints {
    /// Names that `others` counts: of the colliders' nodes, then of the rigid bodies.
    pub names: Vec<String>,
    /// The body of each contact, in the order of the summary.
    pub bodies: Vec<u32>,
    /// What it touches, as an index in `names`.
    pub others: Vec<u32>,
    /// Position (m), normal from the other to the body, and force on the body in the last substep (N), of each contact.
    pub vectors: Vec<[[f32; 3]; 3]>,
}

/// A quantity of particles that a viewer shows by colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// Of the strains of the constraints at a particle the one of largest magnitude; negative where it is compressed.
    Strain,
    /// m/s.
    Speed,
    /// Of fluids and balloons, over the surrounding air, Pa.
    Pressure,
    /// Of fluids, kg/m³.
    Density,
    /// Distance that contacts keep between the middles of two such surfaces, m.
    Thickness,
    /// Magnitude of the sum of all contact forces, mean over the frame, N.
    ContactForce,
}

/// An edge of a deformable surface that intersects a triangle of another, as particles of the scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crossing {
    /// Ends of the edge.
    pub edge: [u32; 2],
    /// Corners of the triangle.
    pub triangle: [u32; 3],
}

/// All particles at a frame's end, for PLY and tests.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Particles {
    /// Position of each particle, m.
    pub positions: Vec<[f32; 3]>,
    /// Velocity of each particle, m/s.
    pub velocities: Vec<[f32; 3]>,
    /// Whether each particle is present: false for fluid particles that are not emitted yet, or were removed.
    pub present: Vec<bool>,
    /// First particle of each body, then the total.
    pub first: Vec<u32>,
    /// Triangles of bodies that consist of triangles, as particles of the scene.
    pub triangles: Vec<[u32; 3]>,
}

/// What is drawn of all bodies and deforming meshes at a frame's end, for outputs that write meshes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DrawnVertices {
    /// World position of each vertex, m.
    pub positions: Vec<[f32; 3]>,
    /// World normal of each vertex; empty where no body has triangles.
    pub normals: Vec<[f32; 3]>,
    /// First vertex of each body, then the end.
    pub first: Vec<u32>,
    /// Each node whose mesh deforms by a skin or morph targets, and its first vertex.
    pub deforming: Vec<(usize, u32)>,
}

/// Positions and velocities of everything at a frame's end. A [`crate::Checkpoint`] has everything else, too: accumulated slip, sleep,
/// and the multipliers of constraints.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FrameState {
    /// The frame.
    pub frame: u64,
    /// Position of each particle, m.
    pub positions: Vec<[f32; 3]>,
    /// Velocity of each particle, m/s.
    pub velocities: Vec<[f32; 3]>,
    /// Whether each particle is present: false for fluid particles that are not emitted yet, or were removed.
    pub present: Vec<bool>,
    /// Each rigid body.
    pub rigids: Vec<RigidState>,
    /// Broken edges of each tear so far, by particles before the tear.
    pub tears: Vec<Vec<[u32; 2]>>,
}
