//! Fluids as a surface in screen space [LGS09], and their shadow. Particles are drawn as splats, whose distances are smoothed
//! into one surface. It refracts the background.

use crate::frame::Frame;
use crate::geometry::DrawPrimitive;
use crate::items::{
    Elements, Item, Vertices, base_item, model, shown, simulated_vertex, transparent_items,
};
use crate::programs::{Layouts, Program};
use crate::world::World;
use bytemuck::bytes_of;
use glam::Vec3;
use pliant_gpu::graphics::{
    Bindings, Format, Graphics, Image, Resource, Role, Sampler, SamplerOptions,
};
use pliant_passes::EngineError;
use pliant_passes::types::draw::{FluidSurfaceDraw, HAS_VELOCITIES, SmoothingDraw, SplatDraw};
use std::f32::consts::PI;
use std::sync::Arc;

/// Radius of the splats of the surface, in particle spacings. Neighbours merge into one surface. After smoothing it is
/// about half a spacing outside the outermost particles.
const SURFACE_SPLAT: f32 = 0.75;
/// Radius of the splats that add up to the thickness, in particle spacings. It is slightly larger than that of the surface,
/// so that the fluid does not fade at its sides.
const THICKNESS_SPLAT: f32 = 1.0;
/// Radius of the splats of the shadow, in particle spacings. It is so large that rows of particles are not visible.
const SHADOW_SPLAT: f32 = 1.3;
/// Depth at which a fluid shows its material's colour, in particle spacings.
const ATTENUATION_DISTANCE: f32 = 9.0;
/// Lower limit of a material's colour, so that the absorption is finite.
const DARKEST: f32 = 0.02;
/// Filter radius of each smoothing step in particle spacings, and its upper limit in pixels. The last step reads every
/// pixel. It removes the pattern that the earlier steps leave, since they skip pixels.
const SMOOTHING: [[f32; 2]; 3] = [[2.0, 60.0], [1.2, 60.0], [0.4, 10.0]];
/// Difference in distance from which a sample belongs to another surface, in particle spacings.
const RANGE: f32 = 1.5;
/// Half the width of gaps that a nearer surface closes, in particle spacings.
const GAP: f32 = 0.5;

/// Intermediate images for drawing fluids, all of one size, and their bindings.
pub(crate) struct FluidTargets {
    /// Distance and speed of the surface. Smoothing alternates between the two images.
    pub(crate) surface: [Arc<Image>; 2],
    pub(crate) depth: Image,
    pub(crate) thickness: Arc<Image>,
    /// The picture without fluids.
    pub(crate) background: Arc<Image>,
    /// Depths of the background with one sample a pixel, where the picture has several.
    pub(crate) background_depth: Option<Image>,
    /// Binds each image of `surface`.
    pub(crate) surface_bindings: [Bindings<'static>; 2],
    /// Binds `background`.
    pub(crate) background_bindings: Bindings<'static>,
    /// Binds all images that the fluid surface reads.
    pub(crate) all_bindings: Bindings<'static>,
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
            sampled("fluid surface, smoothed", Format::Rg32Float)?,
        ];
        let thickness = sampled("fluid thickness", Format::Rgba16Float)?;
        let background = sampled("background of fluids", format)?;
        let [nearest, linear] = samplers(graphics)?;
        let texture = |image: &Arc<Image>, sampler: &Arc<Sampler>| {
            Resource::Texture(Arc::clone(image), Arc::clone(sampler))
        };
        let bind = |layout, resources| Bindings::new(graphics, layout, resources);
        let one = |image| bind(&layouts.picture, vec![texture(image, &nearest)]);
        let all = vec![
            texture(&surface[0], &nearest),
            texture(&thickness, &nearest),
            texture(&background, &linear),
        ];
        Ok(Self {
            surface_bindings: [one(&surface[0])?, one(&surface[1])?],
            background_bindings: one(&background)?,
            all_bindings: bind(&layouts.fluids, all)?,
            depth: image("fluid depth", Format::Depth, Role::Transient)?,
            background_depth: (samples > 1)
                .then(|| image("depth of background", Format::Depth, Role::Transient))
                .transpose()?,
            surface,
            thickness,
            background,
        })
    }
}

/// The shadow of fluids: their first surface and their thickness as seen from the sun.
pub(crate) struct FluidShadow {
    pub(crate) depth: Arc<Image>,
    pub(crate) thickness: Arc<Image>,
    pub(crate) resources: [Resource<'static>; 2],
}

impl FluidShadow {
    /// Makes images of this many texels along each side.
    pub(crate) fn new(graphics: &Graphics, texels: u32) -> Result<Self, EngineError> {
        let image = |name, format| {
            Image::new(graphics, name, format, Role::Sampled, [texels; 2], 1).map(Arc::new)
        };
        let depth = image("fluid shadow depth", Format::Depth)?;
        let thickness = image("fluid shadow", Format::Rgba16Float)?;
        let [nearest, linear] = samplers(graphics)?;
        Ok(Self {
            resources: [
                Resource::Texture(Arc::clone(&depth), nearest),
                Resource::Texture(Arc::clone(&thickness), linear),
            ],
            depth,
            thickness,
        })
    }
}

/// A sampler without filtering, and one with linear filtering.
fn samplers(graphics: &Graphics) -> Result<[Arc<Sampler>; 2], EngineError> {
    let sampler = |linear| {
        let options = SamplerOptions {
            mag_linear: linear,
            min_linear: linear,
            ..SamplerOptions::SMOOTH
        };
        Sampler::new(graphics, &options)
    };
    Ok([sampler(false)?, sampler(true)?])
}

/// Draw items of fluids.
pub(crate) struct FluidItems {
    pub(crate) shadow_depth: Vec<Item>,
    pub(crate) shadow: Vec<Item>,
    /// `None` where fluids are drawn as spheres.
    pub(crate) surface: Option<SurfaceItems>,
}

/// Draw items of the fluid surface.
pub(crate) struct SurfaceItems {
    pub(crate) splats: Vec<Item>,
    pub(crate) smoothing: Vec<Item>,
    pub(crate) thickness: Vec<Item>,
    pub(crate) surface: Item,
    /// Transparent primitives that are not in front of the fluid.
    pub(crate) behind: Vec<Item>,
    /// Transparent primitives in front of the fluid.
    pub(crate) in_front: Vec<Item>,
    /// Copies the background to the picture.
    pub(crate) copy: Item,
}

impl FluidItems {
    /// Lists the items of a scene with fluids. `transparent` are the transparent primitives of the picture.
    pub(crate) fn new(world: &World, frame: &Frame<'_>, transparent: &[Item]) -> Self {
        let splats = |program| splats(world, frame, program);
        let surface = || SurfaceItems {
            splats: splats(Program::Splats),
            smoothing: smoothing_items(world.spacing),
            thickness: splats(Program::Thickness { shadow: false }),
            surface: surface_item(world.spacing),
            behind: transparent_items(transparent, false),
            in_front: transparent_items(transparent, true),
            copy: base_item(Program::Copy, &[], 3),
        };
        Self {
            shadow_depth: splats(Program::FluidShadowDepth),
            shadow: splats(Program::Thickness { shadow: true }),
            surface: (!frame.show.balls).then(surface),
        }
    }

    /// Iterates over all items.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Item> {
        let surface = self.surface.iter().flat_map(|s| {
            let lists = [
                &s.splats,
                &s.smoothing,
                &s.thickness,
                &s.behind,
                &s.in_front,
            ];
            lists.into_iter().flatten().chain([&s.surface, &s.copy])
        });
        self.shadow_depth.iter().chain(&self.shadow).chain(surface)
    }
}

/// The particles of all fluids as items of a program that draws splats.
fn splats(world: &World, frame: &Frame<'_>, program: Program) -> Vec<Item> {
    let primitives = shown(world, frame);
    primitives
        .filter_map(|primitive| {
            Some(splat_item(
                world,
                frame,
                primitive,
                primitive.fluid?,
                program,
            ))
        })
        .collect()
}

fn splat_item(
    world: &World,
    frame: &Frame<'_>,
    primitive: &DrawPrimitive,
    spacing: f32,
    program: Program,
) -> Item {
    let radius = match program {
        Program::Splats => SURFACE_SPLAT,
        Program::Thickness { shadow: false } => THICKNESS_SPLAT,
        _ => SHADOW_SPLAT,
    };
    let attenuation_distance = ATTENUATION_DISTANCE * spacing;
    let color = world.styles[primitive.material]
        .color
        .max(Vec3::splat(DARKEST));
    let first_vertex = simulated_vertex(primitive, frame);
    let simulated = frame.simulated.as_ref();
    let first_particle = simulated
        .zip(primitive.body)
        .map(|(s, b)| s.first_particle[b]);
    let push = SplatDraw {
        model: model(primitive, frame).to_cols_array_2d(),
        first_vertex: first_vertex.unwrap_or(primitive.first_vertex),
        first_attribute: primitive.first_vertex,
        first_particle: first_particle.map_or(0, |first| first + primitive.mesh_vertex),
        flags: first_particle.map_or(0, |_| HAS_VELOCITIES),
        radius: radius * spacing,
        // A splat has the volume of a particle. It is a paraboloid, whose mean thickness is half that in its middle.
        thickness: 2.0 * spacing / (PI * radius * radius),
        absorption: color.map(|c| -c.ln() / attenuation_distance).to_array(),
        attenuation_distance,
    };
    Item {
        program,
        vertices: match first_vertex {
            Some(_) => Vertices::Fluid,
            None => Vertices::Packed,
        },
        textures: 0,
        push: bytes_of(&push).to_vec(),
        elements: Elements::Counted,
        count: 6 * primitive.elements,
        instances: 1,
        cull: false,
        mirrored: false,
    }
}

/// The smoothing steps. They alternate between images 0 and 1, and between the axes.
fn smoothing_items(spacing: f32) -> Vec<Item> {
    let axes = SMOOTHING
        .iter()
        .flat_map(|step| [(step, [1, 0]), (step, [0, 1])]);
    axes.map(|([radius, max_pixels], axis)| {
        let push = SmoothingDraw {
            axis,
            radius: radius * spacing,
            max_pixels: *max_pixels,
            range: RANGE * spacing,
            gap: GAP * spacing,
        };
        base_item(Program::Smoothing, bytes_of(&push), 3)
    })
    .collect()
}

/// The item that draws the fluid surface.
fn surface_item(spacing: f32) -> Item {
    let push = FluidSurfaceDraw {
        spacing,
        attenuation_distance: ATTENUATION_DISTANCE * spacing,
    };
    base_item(Program::FluidSurface, bytes_of(&push), 3)
}
