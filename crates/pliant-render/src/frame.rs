//! What a renderer is told for each picture.

use crate::viewpoint::Viewpoint;
use glam::Mat4;
use pliant_gpu::VulkanEngine;
use pliant_passes::BufferId;

/// One picture.
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    /// World matrix of every node, as [`pliant_scene::Scene::pose`] returns them.
    pub poses: &'a [Mat4],
    /// Where the bodies are; without it they are drawn where the file has them.
    pub simulated: Option<Simulated<'a>>,
    /// Where it is seen from.
    pub viewpoint: Viewpoint,
    /// What is shown beside surfaces.
    pub show: Show,
}

/// The simulation's buffers, on the renderer's device.
#[derive(Clone, Copy)]
pub struct Simulated<'a> {
    /// Whose buffers they are.
    pub engine: &'a VulkanEngine,
    /// World positions of all simulated vertices, `vec3`.
    pub vertices: BufferId,
    /// World normals, `vec3`.
    pub normals: BufferId,
    /// World tangents with handedness, `vec4`.
    pub tangents: Option<BufferId>,
    /// Each body's first vertex.
    pub first_vertex: &'a [u32],
    /// Positions of all particles, `vec4`, for the links.
    pub particles: Option<BufferId>,
    /// Velocities of all particles, `vec4`: fast fluids foam.
    pub velocities: BufferId,
    /// Each body's first particle.
    pub first_particle: &'a [u32],
}

/// What is shown beside surfaces.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Show {
    /// Edges of triangles.
    pub wireframe: bool,
    /// Vertices of bodies as balls.
    pub particles: bool,
    /// Distance links, coloured by strain.
    pub links: bool,
    /// Fluids as balls, one for each particle, not as their surface.
    pub balls: bool,
}
