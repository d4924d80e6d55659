//! Fluids as a surface [LGS09]: particles as balls, whose distances are evened out into one surface that refracts what is
//! behind it; and the shade that they throw.

use crate::frame::Frame;
use crate::geometry::Part;
use crate::items::{Elements, Item, Vertices, bare, model, panes, simulated_vertex};
use crate::programs::{Layouts, Program};
use crate::world::World;
use bytemuck::bytes_of;
use glam::Vec3;
use pliant_gpu::graphics::{
    Bindings, Format, Graphics, Image, Resource, Role, Sampler, SamplerOptions, Wrap,
};
use pliant_passes::EngineError;
use pliant_passes::types::draw::{EvenDraw, FluidDraw, HAS_SPEEDS, WaterDraw};
use std::f32::consts::PI;
use std::sync::Arc;

/// Radius of the balls whose surface is seen, in distances of particles: neighbours close up to one surface, that evened out
/// lies about half a distance from the outermost particles.
const SURFACE_BALL: f32 = 0.75;
/// Radius of those that add up to how thick it is, in distances: little more than what its picture has, so that it does not
/// fade at its sides.
const MURK_BALL: f32 = 1.0;
/// The same in the sun's way, in distances: so wide that rows of particles are not seen.
const SHADE_BALL: f32 = 1.3;
/// How deep a fluid has its material's colour, in distances.
const CLARITY: f32 = 9.0;
/// The darkest colour that a material absorbs light down to.
const DARKEST: f32 = 0.02;
/// How far the surface is evened out each time, in distances, and at most, in pixels. The last one looks at each pixel and
/// evens out what those before, which leave pixels out, have left.
const EVENINGS: [[f32; 2]; 3] = [[2.0, 60.0], [1.2, 60.0], [0.4, 10.0]];
/// What is so much nearer or farther is another surface, in distances.
const RANGE: f32 = 1.5;
/// The surface closes over gaps up to twice as wide, in distances.
const GAP: f32 = 0.5;

/// Images of one size that fluids are drawn to on their way, and what is bound of them.
pub(crate) struct FluidTargets {
    /// Distance and speed, evened out from one to the other and back.
    pub(crate) surface: [Arc<Image>; 2],
    pub(crate) depth: Image,
    pub(crate) murk: Arc<Image>,
    /// The picture without fluids.
    pub(crate) behind: Arc<Image>,
    /// Depths of one sample a pixel of it, where it has several.
    pub(crate) behind_depth: Option<Image>,
    /// `surface`, each.
    pub(crate) of_surface: [Bindings<'static>; 2],
    pub(crate) of_behind: Bindings<'static>,
    /// All that the last pass looks at.
    pub(crate) of_all: Bindings<'static>,
}

impl FluidTargets {
    pub(crate) fn new(
        graphics: &Graphics,
        layouts: &Layouts,
        size: [u32; 2],
        format: Format,
        samples: u32,
    ) -> Result<Self, EngineError> {
        let image = |name, format, role| Image::new(graphics, name, format, role, size, 1);
        let sampled = |name, format| image(name, format, Role::Sampled).map(Arc::new);
        let surface = [
            sampled("fluid surface", Format::Rg32Float)?,
            sampled("fluid surface, evened", Format::Rg32Float)?,
        ];
        let murk = sampled("fluid murk", Format::Rgba16Float)?;
        let behind = sampled("behind fluids", format)?;
        let [nearest, linear] = samplers(graphics)?;
        let texture = |image: &Arc<Image>, sampler: &Arc<Sampler>| {
            Resource::Texture(Arc::clone(image), Arc::clone(sampler))
        };
        let bind = |layout, resources| Bindings::new(graphics, layout, resources);
        let one = |image| bind(&layouts.picture, vec![texture(image, &nearest)]);
        let all = vec![
            texture(&surface[0], &nearest),
            texture(&murk, &nearest),
            texture(&behind, &linear),
        ];
        Ok(Self {
            of_surface: [one(&surface[0])?, one(&surface[1])?],
            of_behind: one(&behind)?,
            of_all: bind(&layouts.fluids, all)?,
            depth: image("fluid depth", Format::Depth, Role::Transient)?,
            behind_depth: (samples > 1)
                .then(|| image("depth behind fluids", Format::Depth, Role::Transient))
                .transpose()?,
            surface,
            murk,
            behind,
        })
    }
}

/// What fluids take away of the sun, as seen from it.
pub(crate) struct Shade {
    pub(crate) depth: Arc<Image>,
    pub(crate) murk: Arc<Image>,
    pub(crate) resources: [Resource<'static>; 2],
}

impl Shade {
    /// Of so many texels along each side.
    pub(crate) fn new(graphics: &Graphics, texels: u32) -> Result<Self, EngineError> {
        let image = |name, format| {
            Image::new(graphics, name, format, Role::Sampled, [texels; 2], 1).map(Arc::new)
        };
        let depth = image("fluid shade depth", Format::Depth)?;
        let murk = image("fluid shade", Format::Rgba16Float)?;
        let [nearest, linear] = samplers(graphics)?;
        Ok(Self {
            resources: [
                Resource::Texture(Arc::clone(&depth), nearest),
                Resource::Texture(Arc::clone(&murk), linear),
            ],
            depth,
            murk,
        })
    }
}

/// Between texels nothing, and linear.
fn samplers(graphics: &Graphics) -> Result<[Arc<Sampler>; 2], EngineError> {
    let sampler = |linear| {
        let options = SamplerOptions {
            mag_linear: linear,
            min_linear: linear,
            mip_linear: None,
            wrap: [Wrap::Clamp; 2],
            compare: false,
        };
        Sampler::new(graphics, &options)
    };
    Ok([sampler(false)?, sampler(true)?])
}

/// What is drawn of fluids.
pub(crate) struct FluidItems {
    pub(crate) shade_depth: Vec<Item>,
    pub(crate) shade: Vec<Item>,
    /// Unless they are drawn as balls.
    pub(crate) surface: Option<SurfaceItems>,
}

/// What is drawn of the surface of fluids.
pub(crate) struct SurfaceItems {
    pub(crate) drops: Vec<Item>,
    pub(crate) evenings: Vec<Item>,
    pub(crate) murk: Vec<Item>,
    pub(crate) water: Item,
    /// What is seen through, behind and beside it, and before it.
    pub(crate) behind: Vec<Item>,
    pub(crate) before: Vec<Item>,
    /// The picture without it.
    pub(crate) copy: Item,
}

impl FluidItems {
    /// Of a scene that has fluids, with what is seen through.
    pub(crate) fn new(world: &World, frame: &Frame<'_>, through: &[Item]) -> Self {
        let drops = |program| drops(world, frame, program);
        let surface = || SurfaceItems {
            drops: drops(Program::Drops),
            evenings: evenings(world.spacing),
            murk: drops(Program::Murk { shade: false }),
            water: water(world.spacing),
            behind: panes(through, false),
            before: panes(through, true),
            copy: bare(Program::Copy, &[], 3),
        };
        Self {
            shade_depth: drops(Program::ShadeDepth),
            shade: drops(Program::Murk { shade: true }),
            surface: (!frame.show.balls).then(surface),
        }
    }

    /// All of them.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Item> {
        let surface = self.surface.iter().flat_map(|s| {
            let lists = [&s.drops, &s.evenings, &s.murk, &s.behind, &s.before];
            lists.into_iter().flatten().chain([&s.water, &s.copy])
        });
        self.shade_depth.iter().chain(&self.shade).chain(surface)
    }
}

/// The particles of all fluids for one of the programs that draw them as balls.
fn drops(world: &World, frame: &Frame<'_>, program: Program) -> Vec<Item> {
    let parts = world.parts.iter();
    parts
        .filter_map(|part| Some(drop_item(world, frame, part, part.fluid?, program)))
        .collect()
}

fn drop_item(
    world: &World,
    frame: &Frame<'_>,
    part: &Part,
    spacing: f32,
    program: Program,
) -> Item {
    let ball = match program {
        Program::Drops => SURFACE_BALL,
        Program::Murk { shade: false } => MURK_BALL,
        _ => SHADE_BALL,
    };
    let clarity = CLARITY * spacing;
    let color = world.looks[part.material].color.max(Vec3::splat(DARKEST));
    let first_vertex = simulated_vertex(part, frame);
    let simulated = frame.simulated.as_ref();
    let first_particle = simulated.zip(part.body).map(|(s, b)| s.first_particle[b]);
    let push = FluidDraw {
        model: model(part, frame).to_cols_array_2d(),
        first_vertex: first_vertex.unwrap_or(part.first_vertex),
        first_attribute: part.first_vertex,
        first_particle: first_particle.map_or(0, |first| first + part.mesh_vertex),
        flags: first_particle.map_or(0, |_| HAS_SPEEDS),
        radius: ball * spacing,
        // With the volume of a particle: a paraboloid is half as thick in the mean.
        thickness: 2.0 * spacing / (PI * ball * ball),
        absorption: color.map(|c| -c.ln() / clarity).to_array(),
        clarity,
    };
    Item {
        program,
        vertices: match first_vertex {
            Some(_) => Vertices::Drops,
            None => Vertices::Packed,
        },
        textures: 0,
        push: bytes_of(&push).to_vec(),
        elements: Elements::Counted,
        count: 6 * part.elements,
        instances: 1,
        cull: false,
        mirrored: false,
    }
}

/// What evens the surface out, from image 0 to 1 and back again and again.
fn evenings(spacing: f32) -> Vec<Item> {
    let axes = EVENINGS
        .iter()
        .flat_map(|evening| [(evening, [1, 0]), (evening, [0, 1])]);
    axes.map(|([reach, widest], axis)| {
        let push = EvenDraw {
            axis,
            reach: reach * spacing,
            widest: *widest,
            range: RANGE * spacing,
            gap: GAP * spacing,
        };
        bare(Program::Even, bytes_of(&push), 3)
    })
    .collect()
}

/// The surface itself.
fn water(spacing: f32) -> Item {
    let push = WaterDraw {
        spacing,
        clarity: CLARITY * spacing,
    };
    bare(Program::Water, bytes_of(&push), 3)
}
