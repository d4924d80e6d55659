//! What a frame draws, in order, as plain data.

use crate::capsule::CAPSULE_INDICES;
use crate::frame::{Frame, Simulated};
use crate::geometry::Part;
use crate::ground::Ground;
use crate::materials::Look;
use crate::programs::{Opacity, Program};
use crate::world::World;
use bytemuck::bytes_of;
use glam::{Mat4, Vec3};
use pliant_passes::types::draw::{EVERY_VERTEX, HAS_NORMALS, HAS_TANGENTS, LineDraw, SurfaceDraw};
use pliant_scene::Topology;

/// Which vertices a draw reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Vertices {
    /// The scene's.
    Packed,
    /// The simulation's.
    Simulated,
    /// The simulation's, with velocities.
    Drops,
    /// The particles, with links for elements.
    Particles,
    /// None.
    Nothing,
}

/// Which indices a draw reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Elements {
    /// Vertices in their order.
    Counted,
    /// The scene's, from this one on.
    Packed(u32),
    /// The capsule's.
    Capsule,
}

/// One draw.
#[derive(Debug, Clone)]
pub(crate) struct Item {
    pub(crate) program: Program,
    pub(crate) vertices: Vertices,
    /// In `Materials::sets`.
    pub(crate) textures: usize,
    pub(crate) push: Vec<u8>,
    pub(crate) elements: Elements,
    pub(crate) count: u32,
    pub(crate) instances: u32,
    pub(crate) cull: bool,
    pub(crate) mirrored: bool,
}

/// What the sun's shadow map gets.
pub(crate) fn shadow_items(world: &World, frame: &Frame<'_>) -> Vec<Item> {
    let parts = world.parts.iter();
    parts
        .filter_map(|part| {
            let look = &world.looks[part.material];
            let program = match (part.topology, Opacity::from(look.alpha)) {
                (Topology::Triangles, opacity) => Program::Shadow {
                    cut: opacity != Opacity::Opaque,
                },
                (Topology::Lines, _) => Program::RopeShadow,
                (Topology::Points, _) => return None,
            };
            Some(Item {
                cull: false,
                ..part_item(part, look, program, frame)
            })
        })
        .collect()
}

/// What the picture gets, in this order, beside the surface of fluids.
pub(crate) struct PictureItems {
    /// Solid things, the sky behind them, the ground.
    pub(crate) solid: Vec<Item>,
    /// What is seen through, back to front.
    pub(crate) through: Vec<Item>,
    /// Lines over all.
    pub(crate) lines: Vec<Item>,
}

impl PictureItems {
    /// All of them in their order.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Item> {
        let before = self.solid.iter().chain(&self.through);
        before.chain(&self.lines)
    }
}

/// What the picture gets; without fluids unless they are drawn as balls.
pub(crate) fn picture_items(world: &World, frame: &Frame<'_>) -> PictureItems {
    let mut items = Vec::new();
    let mut through = Vec::new();
    let parts = world.parts.iter();
    for part in parts.filter(|part| part.fluid.is_none() || frame.show.balls) {
        let look = &world.looks[part.material];
        let opacity = Opacity::from(look.alpha);
        let program = match part.topology {
            Topology::Triangles => Program::Surface(opacity),
            Topology::Lines => Program::Rope(opacity),
            Topology::Points => Program::Point,
        };
        let item = part_item(part, look, program, frame);
        if opacity == Opacity::Blend && part.topology != Topology::Points {
            let center = part.bounds.transformed(part.model(frame.poses)).center();
            let depth = (center - frame.viewpoint.eye).dot(frame.viewpoint.forward());
            through.push((depth, item));
        } else {
            items.push(item);
        }
    }
    if frame.show.particles {
        items.extend(particles(world, frame));
    }
    items.push(bare(Program::Sky, &[], 3));
    for ground in &world.grounds {
        items.push(ground_item(ground, world, frame.poses));
    }
    through.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut lines = Vec::new();
    if frame.show.wireframe {
        let triangles = world.parts.iter();
        let triangles = triangles.filter(|p| p.topology == Topology::Triangles);
        lines.extend(triangles.map(|part| edges(part, frame)));
    }
    lines.extend(links(world, frame));
    PictureItems {
        solid: items,
        through: through.into_iter().map(|(_, item)| item).collect(),
        lines,
    }
}

/// What is seen through, as far as it is before fluids, or as far as it is not.
pub(crate) fn panes(through: &[Item], before: bool) -> Vec<Item> {
    let pane = |item: &Item| Item {
        program: Program::Pane {
            rope: matches!(item.program, Program::Rope(_)),
            before,
        },
        ..item.clone()
    };
    through.iter().map(pane).collect()
}

fn part_item(part: &Part, look: &Look, program: Program, frame: &Frame<'_>) -> Item {
    let model = model(part, frame);
    let simulated = simulated_vertex(part, frame);
    let mut flags = part.flags;
    if let (Some(_), Some(simulated)) = (simulated, &frame.simulated) {
        let tangents = simulated.tangents.is_some();
        flags = HAS_NORMALS | if tangents { HAS_TANGENTS } else { 0 };
    }
    let push = SurfaceDraw {
        model: model.to_cols_array_2d(),
        first_vertex: simulated.unwrap_or(part.first_vertex),
        first_attribute: part.first_vertex,
        material: part.material as u32,
        flags,
        radius: part.radius,
        first_element: part.first_element,
    };
    let (elements, count, instances) = match part.topology {
        Topology::Triangles => (Elements::Packed(part.first_element), part.elements, 1),
        Topology::Lines => (Elements::Capsule, CAPSULE_INDICES, part.elements / 2),
        Topology::Points => (Elements::Counted, 6 * part.elements, 1),
    };
    Item {
        program,
        vertices: vertices(part, frame),
        textures: look.set,
        push: bytes_of(&push).to_vec(),
        elements,
        count,
        instances,
        cull: part.topology == Topology::Triangles && !look.double_sided && !part.two_sided,
        // Simulated vertices are in the world, but their triangles still run as the mirrored mesh has them.
        mirrored: part.topology == Topology::Triangles
            && part.model(frame.poses).determinant() < 0.0,
    }
}

/// The vertices of a body as balls: its particles, those at seams several times.
fn particles<'a>(world: &'a World, frame: &'a Frame<'_>) -> impl Iterator<Item = Item> + 'a {
    let bodies = world.parts.iter().filter(|p| p.body.is_some());
    bodies.map(move |part| {
        let size = part.bounds.transformed(part.model(frame.poses)).radius();
        // About a third of the distance between the vertices of a sheet.
        let apart = size / (part.vertices.max(1) as f32).sqrt();
        let push = SurfaceDraw {
            model: model(part, frame).to_cols_array_2d(),
            first_vertex: simulated_vertex(part, frame).unwrap_or(part.first_vertex),
            first_attribute: part.first_vertex,
            material: world.particle_material as u32,
            flags: EVERY_VERTEX,
            radius: (0.35 * apart).max(1.2 * part.radius.min(0.35 * apart)),
            first_element: 0,
        };
        Item {
            program: Program::Point,
            vertices: vertices(part, frame),
            textures: 0,
            push: bytes_of(&push).to_vec(),
            elements: Elements::Counted,
            count: 6 * part.vertices,
            instances: 1,
            cull: false,
            mirrored: false,
        }
    })
}

fn edges(part: &Part, frame: &Frame<'_>) -> Item {
    let push = LineDraw {
        model: model(part, frame).to_cols_array_2d(),
        first_vertex: simulated_vertex(part, frame).unwrap_or(part.first_vertex),
        first_element: part.first_element,
        color: [0.02, 0.02, 0.03, 0.75],
    };
    Item {
        vertices: vertices(part, frame),
        ..bare(Program::Edge, bytes_of(&push), 2 * part.elements)
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
        ..bare(Program::Link, bytes_of(&push), 2 * world.links)
    })
}

fn ground_item(ground: &Ground, world: &World, poses: &[Mat4]) -> Item {
    let push = ground.draw(&world.scene, poses, world.bounds);
    Item {
        // From below one looks through it.
        cull: true,
        ..bare(Program::Ground, bytes_of(&push), 4)
    }
}

pub(crate) fn bare(program: Program, push: &[u8], count: u32) -> Item {
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

pub(crate) fn vertices(part: &Part, frame: &Frame<'_>) -> Vertices {
    match simulated_vertex(part, frame) {
        Some(_) => Vertices::Simulated,
        None => Vertices::Packed,
    }
}

/// A part's vertex 0 among the simulated ones, where it is simulated.
pub(crate) fn simulated_vertex(part: &Part, frame: &Frame<'_>) -> Option<u32> {
    let simulated: &Simulated<'_> = frame.simulated.as_ref()?;
    Some(simulated.first_vertex[part.body?] + part.mesh_vertex)
}

/// Simulated vertices are in the world already.
pub(crate) fn model(part: &Part, frame: &Frame<'_>) -> Mat4 {
    match simulated_vertex(part, frame) {
        Some(_) => Mat4::IDENTITY,
        None => part.model(frame.poses),
    }
}

/// Where the scene is looked at: the focus of a viewpoint.
pub(crate) fn looked_at(frame: &Frame<'_>) -> Vec3 {
    frame.viewpoint.eye + frame.viewpoint.forward() * frame.viewpoint.focus
}
