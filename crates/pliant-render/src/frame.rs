//! The input of the renderer for one picture.

use crate::viewpoint::Viewpoint;
use glam::Mat4;
use pliant_gpu::VulkanEngine;
use pliant_passes::BufferId;

/// The input of the renderer for one picture.
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    /// World matrix of every node, as [`pliant_scene::Scene::pose`] returns them.
    pub poses: &'a [Mat4],
    /// Vertices of the simulated bodies. Without them, bodies are drawn as the file has them.
    pub simulated: Option<Simulated<'a>>,
    /// The camera.
    pub viewpoint: Viewpoint,
    /// What to show in addition to surfaces.
    pub show: Show,
    /// Whether each node is hidden; empty where none is.
    pub hidden: &'a [bool],
    /// The node whose edges are drawn as selected.
    pub selected: Option<usize>,
    /// Colours that show a quantity, in place of materials.
    pub colors: Option<Colors<'a>>,
}

/// Colours that show a quantity: sRGB with opacity, RGBA in 8 bits each.
#[derive(Debug, Clone, Copy)]
pub struct Colors<'a> {
    /// Of each simulated vertex.
    pub vertices: &'a [u32],
    /// Of each node, for what is not simulated by vertices; 0 shows its material.
    pub nodes: &'a [u32],
}

/// The simulation's buffers, on the renderer's device.
#[derive(Clone, Copy)]
pub struct Simulated<'a> {
    /// The engine that owns the buffers.
    pub engine: &'a VulkanEngine,
    /// World positions of all simulated vertices, `vec3`.
    pub vertices: BufferId,
    /// World normals, `vec3`.
    pub normals: BufferId,
    /// World tangents with handedness, `vec4`.
    pub tangents: Option<BufferId>,
    /// Each body's first vertex.
    pub first_vertex: &'a [u32],
    /// Each node whose mesh deforms by a skin or morph targets, and its first vertex.
    pub deforming: &'a [(usize, u32)],
    /// Positions of all particles, `vec4`; the links need them.
    pub particles: Option<BufferId>,
    /// Velocities of all particles, `vec4`; fast fluids show foam.
    pub velocities: BufferId,
    /// Each body's first particle.
    pub first_particle: &'a [u32],
}

/// What to show in addition to surfaces.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Show {
    /// Edges of triangles.
    pub wireframe: bool,
    /// Vertices of bodies as spheres.
    pub particles: bool,
    /// Distance links, coloured by strain.
    pub links: bool,
    /// Fluids as one sphere for each particle instead of a surface.
    pub balls: bool,
}
