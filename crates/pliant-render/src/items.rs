//! The draw items of a frame, in order, as plain data.

use crate::capsule::CAPSULE_INDICES;
use crate::frame::{Frame, Simulated};
use crate::geometry::DrawPrimitive;
use crate::ground::Ground;
use crate::materials::MaterialStyle;
use crate::programs::{Opacity, Program};
use crate::world::World;
use bytemuck::bytes_of;
use glam::{Mat4, Vec3};
use pliant_passes::types::draw::{
    EVERY_VERTEX, HAS_COLORS, HAS_NORMALS, HAS_TANGENTS, LineDraw, ONE_COLOR, SurfaceDraw,
};
use pliant_scene::Topology;

/// The vertex buffers of a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Vertices {
    /// The scene's vertices.
    Packed,
    /// The simulation's vertices.
    Simulated,
    /// The simulation's vertices with velocities, for fluids.
    Fluid,
    /// The particles, with links as elements.
    Particles,
    /// No vertex buffers.
    Nothing,
}

/// The indices of a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Elements {
    /// No indices: vertices in order.
    Counted,
    /// The scene's elements, starting at this index.
    Packed(u32),
    /// The capsule of ropes.
    Capsule,
}

/// One draw call.
#[derive(Debug, Clone)]
pub(crate) struct Item {
    pub(crate) program: Program,
    pub(crate) vertices: Vertices,
    /// Index in `Materials::sets`.
    pub(crate) textures: usize,
    pub(crate) push: Vec<u8>,
    pub(crate) elements: Elements,
    pub(crate) count: u32,
    pub(crate) instances: u32,
    pub(crate) cull: bool,
    pub(crate) mirrored: bool,
}

/// The items of the sun's shadow map.
pub(crate) fn shadow_items(world: &World, frame: &Frame<'_>) -> Vec<Item> {
    let primitives = shown(world, frame);
    primitives
        .filter_map(|primitive| {
            let style = &world.styles[primitive.material];
            let program = match (primitive.topology, Opacity::from(style.alpha)) {
                (Topology::Triangles, opacity) => Program::Shadow {
                    masked: opacity != Opacity::Opaque,
                },
                (Topology::Lines, _) => Program::RopeShadow,
                (Topology::Points, _) => return None,
            };
            Some(Item {
                cull: false,
                ..primitive_item(primitive, style, program, frame)
            })
        })
        .collect()
}

/// Colours of edges, linear, with their opacity.
const EDGE: [f32; 4] = [0.02, 0.02, 0.03, 0.75];
const SELECTED: [f32; 4] = [1.0, 0.35, 0.03, 0.45];

/// The primitives of nodes that are not hidden.
pub(crate) fn shown<'a>(
    world: &'a World,
    frame: &Frame<'a>,
) -> impl Iterator<Item = &'a DrawPrimitive> + use<'a> {
    let hidden = frame.hidden;
    let visible = move |p: &&DrawPrimitive| !hidden.get(p.node).copied().unwrap_or(false);
    world.primitives.iter().filter(visible)
}

/// The items of the picture in drawing order, without the fluid surface.
pub(crate) struct PictureItems {
    /// Opaque primitives, then the sky, then the ground.
    pub(crate) opaque: Vec<Item>,
    /// Transparent primitives, back to front.
    pub(crate) transparent: Vec<Item>,
    /// Lines over everything else.
    pub(crate) lines: Vec<Item>,
}

impl PictureItems {
    /// Iterates over all items in drawing order.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Item> {
        let surfaces = self.opaque.iter().chain(&self.transparent);
        surfaces.chain(&self.lines)
    }
}

/// Lists the items of the picture. Fluids are included only if they are drawn as spheres.
pub(crate) fn picture_items(world: &World, frame: &Frame<'_>) -> PictureItems {
    let mut opaque = Vec::new();
    let mut transparent = Vec::new();
    let primitives = shown(world, frame);
    for primitive in primitives.filter(|primitive| primitive.fluid.is_none() || frame.show.balls) {
        let style = &world.styles[primitive.material];
        let opacity = match shown_color(primitive, frame) {
            (0, _) => Opacity::from(style.alpha),
            _ => Opacity::Opaque,
        };
        let program = match primitive.topology {
            Topology::Triangles => Program::Surface(opacity),
            Topology::Lines => Program::Rope(opacity),
            Topology::Points => Program::Point,
        };
        let item = primitive_item(primitive, style, program, frame);
        if opacity == Opacity::Blend && primitive.topology != Topology::Points {
            let center = primitive
                .bounds
                .transformed(primitive.model(frame.poses))
                .center();
            let depth = (center - frame.viewpoint.eye).dot(frame.viewpoint.forward());
            transparent.push((depth, item));
        } else {
            opaque.push(item);
        }
    }
    if frame.show.particles {
        opaque.extend(particles(world, frame));
    }
    opaque.push(base_item(Program::Sky, &[], 3));
    for ground in &world.grounds {
        opaque.push(ground_item(ground, world, frame.poses));
    }
    transparent.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut lines = Vec::new();
    if frame.show.wireframe {
        let triangles = shown(world, frame);
        let triangles = triangles.filter(|p| p.topology == Topology::Triangles);
        lines.extend(triangles.map(|primitive| edges(primitive, frame, EDGE)));
    }
    let selected = shown(world, frame).filter(|p| Some(p.node) == frame.selected);
    let selected = selected.filter(|p| p.topology == Topology::Triangles);
    lines.extend(selected.map(|primitive| edges(primitive, frame, SELECTED)));
    lines.extend(links(world, frame));
    PictureItems {
        opaque,
        transparent: transparent.into_iter().map(|(_, item)| item).collect(),
        lines,
    }
}

/// Transparent primitives in front of fluids, or all others.
pub(crate) fn transparent_items(transparent: &[Item], in_front: bool) -> Vec<Item> {
    let one_side = |item: &Item| Item {
        program: Program::Transparent {
            rope: matches!(item.program, Program::Rope(_)),
            in_front,
        },
        ..item.clone()
    };
    transparent.iter().map(one_side).collect()
}

fn primitive_item(
    primitive: &DrawPrimitive,
    style: &MaterialStyle,
    program: Program,
    frame: &Frame<'_>,
) -> Item {
    let model = model(primitive, frame);
    let simulated = simulated_vertex(primitive, frame);
    let mut flags = primitive.flags;
    if let (Some(_), Some(simulated)) = (simulated, &frame.simulated) {
        let tangents = simulated.tangents.is_some();
        flags = HAS_NORMALS | if tangents { HAS_TANGENTS } else { 0 };
    }
    let (shows, color) = shown_color(primitive, frame);
    let push = SurfaceDraw {
        model: model.to_cols_array_2d(),
        first_vertex: simulated.unwrap_or(primitive.first_vertex),
        first_attribute: primitive.first_vertex,
        material: primitive.material as u32,
        flags: flags | shows,
        radius: primitive.radius,
        first_element: primitive.first_element,
        color,
    };
    let (elements, count, instances) = match primitive.topology {
        Topology::Triangles => (
            Elements::Packed(primitive.first_element),
            primitive.elements,
            1,
        ),
        Topology::Lines => (Elements::Capsule, CAPSULE_INDICES, primitive.elements / 2),
        Topology::Points => (Elements::Counted, 6 * primitive.elements, 1),
    };
    Item {
        program,
        vertices: vertices(primitive, frame),
        textures: style.set,
        push: bytes_of(&push).to_vec(),
        elements,
        count,
        instances,
        cull: primitive.topology == Topology::Triangles
            && !style.double_sided
            && !primitive.two_sided,
        // Simulated vertices are in world space, but their triangles keep the winding order of the mirrored mesh.
        mirrored: primitive.topology == Topology::Triangles && primitive.mirrors(frame.poses),
    }
}

/// The flag and the colour of a primitive where a quantity is shown in place of its material; else 0.
fn shown_color(primitive: &DrawPrimitive, frame: &Frame<'_>) -> (u32, u32) {
    // The vertices of deforming meshes are no particles.
    let body = primitive.body.filter(|_| frame.simulated.is_some());
    match (frame.colors, body) {
        (None, _) => (0, 0),
        (Some(_), Some(_)) => (HAS_COLORS, 0),
        (Some(colors), None) => match colors.nodes[primitive.node] {
            0 => (0, 0),
            color => (ONE_COLOR, color),
        },
    }
}

/// The vertices of each body as spheres. A particle at a seam is drawn several times.
fn particles<'a>(world: &'a World, frame: &'a Frame<'a>) -> impl Iterator<Item = Item> + 'a {
    let bodies = shown(world, frame).filter(|p| p.body.is_some());
    bodies.map(move |primitive| {
        let size = primitive
            .bounds
            .transformed(primitive.model(frame.poses))
            .radius();
        // Approximate distance between the vertices of a sheet. The radius is about a third of it.
        let spacing = size / (primitive.vertices.max(1) as f32).sqrt();
        let push = SurfaceDraw {
            model: model(primitive, frame).to_cols_array_2d(),
            first_vertex: simulated_vertex(primitive, frame).unwrap_or(primitive.first_vertex),
            first_attribute: primitive.first_vertex,
            material: world.particle_material as u32,
            flags: EVERY_VERTEX | shown_color(primitive, frame).0,
            radius: (0.35 * spacing).max(1.2 * primitive.radius.min(0.35 * spacing)),
            first_element: 0,
            color: shown_color(primitive, frame).1,
        };
        Item {
            program: Program::Point,
            vertices: vertices(primitive, frame),
            textures: 0,
            push: bytes_of(&push).to_vec(),
            elements: Elements::Counted,
            count: 6 * primitive.vertices,
            instances: 1,
            cull: false,
            mirrored: false,
        }
    })
}

fn edges(primitive: &DrawPrimitive, frame: &Frame<'_>, color: [f32; 4]) -> Item {
    let push = LineDraw {
        model: model(primitive, frame).to_cols_array_2d(),
        first_vertex: simulated_vertex(primitive, frame).unwrap_or(primitive.first_vertex),
        first_element: primitive.first_element,
        color,
    };
    Item {
        vertices: vertices(primitive, frame),
        ..base_item(Program::Edge, bytes_of(&push), 2 * primitive.elements)
    }
}

fn links(world: &World, frame: &Frame<'_>) -> Option<Item> {
    let shown = frame.show.links && world.links > 0;
    frame.simulated.as_ref()?.particles.filter(|_| shown)?;
    let push = LineDraw {
        model: Mat4::IDENTITY.to_cols_array_2d(),
        color: [1.0; 4],
        ..LineDraw::default()
    };
    Some(Item {
        vertices: Vertices::Particles,
        ..base_item(Program::Link, bytes_of(&push), 2 * world.links)
    })
}

fn ground_item(ground: &Ground, world: &World, poses: &[Mat4]) -> Item {
    let push = ground.draw(&world.scene, poses, world.bounds);
    Item {
        // The ground is invisible from below.
        cull: true,
        ..base_item(Program::Ground, bytes_of(&push), 4)
    }
}

/// An item with default values: no vertex buffers, no indices and one instance.
pub(crate) fn base_item(program: Program, push: &[u8], count: u32) -> Item {
    Item {
        program,
        vertices: Vertices::Nothing,
        textures: 0,
        push: push.to_vec(),
        elements: Elements::Counted,
        count,
        instances: 1,
        cull: false,
        mirrored: false,
    }
}

pub(crate) fn vertices(primitive: &DrawPrimitive, frame: &Frame<'_>) -> Vertices {
    match simulated_vertex(primitive, frame) {
        Some(_) => Vertices::Simulated,
        None => Vertices::Packed,
    }
}

/// Index of a primitive's vertex 0 in the simulated vertices; `None` if it is not simulated.
pub(crate) fn simulated_vertex(primitive: &DrawPrimitive, frame: &Frame<'_>) -> Option<u32> {
    let simulated: &Simulated<'_> = frame.simulated.as_ref()?;
    let first = match primitive.body {
        Some(body) => simulated.first_vertex[body],
        None => {
            let mut deforming = simulated.deforming.iter();
            deforming.find_map(|(node, first)| (*node == primitive.node).then_some(*first))?
        }
    };
    Some(first + primitive.mesh_vertex)
}

/// The transform from a primitive's vertices to the world. Simulated vertices are in world space already.
pub(crate) fn model(primitive: &DrawPrimitive, frame: &Frame<'_>) -> Mat4 {
    match simulated_vertex(primitive, frame) {
        Some(_) => Mat4::IDENTITY,
        None => primitive.model(frame.poses),
    }
}

/// The point that the camera looks at, m.
pub(crate) fn focus_point(frame: &Frame<'_>) -> Vec3 {
    frame.viewpoint.eye + frame.viewpoint.forward() * frame.viewpoint.focus
}
