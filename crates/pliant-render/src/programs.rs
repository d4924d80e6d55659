//! Graphics pipelines, created on first use, since software drivers compile them slowly.

use pliant_gpu::graphics::{
    Blend, DepthUse, Format, Graphics, Kind, Pipeline, PipelineOptions, SetLayout, Slot, Topology,
};
use pliant_passes::EngineError;
use pliant_passes::types::draw::{
    FluidSurfaceDraw, GroundDraw, LineDraw, OverlayDraw, SmoothingDraw, SplatDraw, SurfaceDraw,
};
use pliant_scene::Alpha;
use std::collections::HashMap;
use std::sync::Arc;

/// A kind of pipeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Program {
    /// Triangles of a material.
    Surface(Opacity),
    /// Lines as chains of capsules.
    Rope(Opacity),
    /// Points as spheres.
    Point,
    /// Transparent triangles or lines, in front of fluids or elsewhere.
    Transparent { rope: bool, in_front: bool },
    /// Fluid particles as splats, for the distance of the surface.
    Splats,
    /// Thickness of fluids in front of opaque surfaces, or their whole thickness as seen from the sun.
    Thickness { shadow: bool },
    /// Depth of the first fluid surface as seen from the sun.
    FluidShadowDepth,
    /// Smooths the fluid surface.
    Smoothing,
    /// Shades the fluid surface.
    FluidSurface,
    /// Copies an image.
    Copy,
    /// Enlarges an image.
    Enlarge,
    /// Triangles in the shadow map, with or without a mask by the material's opacity.
    Shadow { masked: bool },
    /// Lines in the shadow map.
    RopeShadow,
    /// The background.
    Sky,
    /// The ground.
    Ground,
    /// Edges of triangles.
    Edge,
    /// Distance links, coloured by strain.
    Link,
    /// The overlay.
    Overlay,
}

/// Treatment of a material's opacity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Opacity {
    Opaque,
    Mask,
    Blend,
}

impl From<Alpha> for Opacity {
    fn from(alpha: Alpha) -> Self {
        match alpha {
            Alpha::Opaque => Self::Opaque,
            Alpha::Mask(_) => Self::Mask,
            Alpha::Blend => Self::Blend,
        }
    }
}

/// Layouts of the descriptor sets.
pub(crate) struct Layouts {
    /// View, shadow map (with comparison), lights, materials, shadow map (depths), depth and thickness of fluid shadows.
    pub(crate) frame: Arc<SetLayout>,
    /// Positions, normals, tangents, attributes, elements, colours.
    pub(crate) geometry: Arc<SetLayout>,
    /// The five textures of a material.
    pub(crate) material: Arc<SetLayout>,
    /// Vertices and a texture.
    pub(crate) overlay: Arc<SetLayout>,
    /// One image.
    pub(crate) picture: Arc<SetLayout>,
    /// Surface, thickness and background of fluids.
    pub(crate) fluids: Arc<SetLayout>,
}

impl Layouts {
    pub(crate) fn new(graphics: &Graphics) -> Result<Self, EngineError> {
        let slot = |kind, vertex, fragment| Slot {
            kind,
            vertex,
            fragment,
        };
        let texture = slot(Kind::Texture, false, true);
        let in_vertex = slot(Kind::Storage, true, false);
        let in_fragment = slot(Kind::Storage, false, true);
        let view = slot(Kind::Uniform, true, true);
        Ok(Self {
            frame: SetLayout::new(
                graphics,
                &[
                    view,
                    texture,
                    in_fragment,
                    in_fragment,
                    texture,
                    texture,
                    texture,
                ],
            )?,
            geometry: SetLayout::new(graphics, &[in_vertex; 6])?,
            material: SetLayout::new(graphics, &[texture; 5])?,
            overlay: SetLayout::new(graphics, &[in_vertex, texture])?,
            picture: SetLayout::new(graphics, &[texture])?,
            fluids: SetLayout::new(graphics, &[texture; 3])?,
        })
    }
}

/// All pipelines that have been created.
pub(crate) struct Programs {
    pub(crate) layouts: Layouts,
    samples: u32,
    shadow_taps: i32,
    pipelines: HashMap<(Program, Format), Pipeline>,
}

impl Programs {
    pub(crate) fn new(
        graphics: &Graphics,
        samples: u32,
        shadow_taps: u32,
    ) -> Result<Self, EngineError> {
        Ok(Self {
            layouts: Layouts::new(graphics)?,
            samples,
            shadow_taps: i32::try_from(shadow_taps.clamp(1, 64)).unwrap_or(1),
            pipelines: HashMap::new(),
        })
    }

    /// Creates a pipeline for images of a format, unless it exists.
    pub(crate) fn ensure(
        &mut self,
        graphics: &Graphics,
        program: Program,
        format: Format,
    ) -> Result<(), EngineError> {
        if !self.pipelines.contains_key(&(program, format)) {
            let pipeline = self.create(graphics, program, format)?;
            self.pipelines.insert((program, format), pipeline);
        }
        Ok(())
    }

    /// Returns a pipeline that `ensure` has created.
    pub(crate) fn get(&self, program: Program, format: Format) -> &Pipeline {
        self.pipelines
            .get(&(program, format))
            .expect("`ensure` creates a pipeline before its use")
    }

    fn create(
        &self,
        graphics: &Graphics,
        program: Program,
        format: Format,
    ) -> Result<Pipeline, EngineError> {
        let Layouts {
            frame,
            geometry,
            material,
            overlay,
            picture,
            fluids,
        } = &self.layouts;
        let all = [frame, geometry, material, picture].map(Arc::clone);
        let [smoothing, surface] = [picture, fluids].map(|set| [frame, set].map(Arc::clone));
        let [overlay, copied] = [overlay, picture].map(|set| [Arc::clone(set)]);
        let constants = [
            (0, self.alpha(program)),
            (1, self.shadow_taps),
            (
                2,
                i32::from(matches!(
                    program,
                    Program::Transparent { in_front: true, .. }
                )),
            ),
        ];
        let plain = PipelineOptions {
            name: "surface",
            vertex: "draw/mesh.vert",
            fragment: Some("draw/mesh.frag"),
            constants: &constants,
            sets: &all[..3],
            push: size_of::<SurfaceDraw>(),
            topology: Topology::Triangles,
            blend: self.blend(program),
            depth: DepthUse::TestWrite,
            color: Some(format),
            samples: self.samples,
        };
        let options = match program {
            Program::Surface(_) | Program::Rope(_) | Program::Point => solid(program, plain),
            Program::Shadow { .. } | Program::RopeShadow => shadow(program, plain),
            Program::Transparent { .. } => transparent(program, &all, plain),
            Program::Splats | Program::Thickness { .. } | Program::FluidShadowDepth => {
                splats(program, plain)
            }
            Program::Smoothing => screen(program, &smoothing, plain),
            Program::FluidSurface => screen(program, &surface, plain),
            Program::Copy | Program::Enlarge => screen(program, &copied, plain),
            Program::Edge | Program::Link => line(program, plain),
            Program::Sky | Program::Ground => background(program, plain),
            Program::Overlay => PipelineOptions {
                name: "overlay",
                vertex: "draw/overlay.vert",
                fragment: Some("draw/overlay.frag"),
                constants: &[],
                sets: &overlay,
                push: size_of::<OverlayDraw>(),
                depth: DepthUse::None,
                samples: 1,
                ..plain
            },
        };
        Pipeline::new(graphics, &options)
    }

    /// Value of the shader constant `ALPHA`.
    fn alpha(&self, program: Program) -> i32 {
        match program {
            Program::Surface(Opacity::Mask) | Program::Rope(Opacity::Mask) if self.samples > 1 => 3,
            Program::Surface(Opacity::Mask) | Program::Rope(Opacity::Mask) => 1,
            Program::Surface(Opacity::Blend)
            | Program::Rope(Opacity::Blend)
            | Program::Transparent { .. } => 2,
            _ => 0,
        }
    }

    fn blend(&self, program: Program) -> Blend {
        match program {
            Program::Surface(Opacity::Mask) | Program::Rope(Opacity::Mask) | Program::Point
                if self.samples > 1 =>
            {
                Blend::Coverage
            }
            Program::Surface(Opacity::Blend)
            | Program::Rope(Opacity::Blend)
            | Program::Transparent { .. }
            | Program::Ground
            | Program::Edge
            | Program::Link => Blend::Over,
            Program::Overlay => Blend::Premultiplied,
            Program::Thickness { .. } => Blend::Add,
            _ => Blend::Replace,
        }
    }
}

fn solid(program: Program, plain: PipelineOptions<'_>) -> PipelineOptions<'_> {
    match program {
        Program::Surface(Opacity::Blend) => PipelineOptions {
            depth: DepthUse::Test,
            ..plain
        },
        Program::Rope(_) => PipelineOptions {
            name: "rope",
            vertex: "draw/rope.vert",
            ..plain
        },
        Program::Point => PipelineOptions {
            name: "point",
            vertex: "draw/point.vert",
            fragment: Some("draw/point.frag"),
            ..plain
        },
        _ => plain,
    }
}

/// Transparent surfaces in scenes with fluids.
fn transparent<'a>(
    program: Program,
    sets: &'a [Arc<SetLayout>],
    plain: PipelineOptions<'a>,
) -> PipelineOptions<'a> {
    let rope = matches!(program, Program::Transparent { rope: true, .. });
    PipelineOptions {
        name: "transparent",
        vertex: if rope {
            "draw/rope.vert"
        } else {
            "draw/mesh.vert"
        },
        fragment: Some("draw/transparent.frag"),
        depth: if rope {
            DepthUse::TestWrite
        } else {
            DepthUse::Test
        },
        sets,
        ..plain
    }
}

/// Splats of fluid particles.
fn splats(program: Program, plain: PipelineOptions<'_>) -> PipelineOptions<'_> {
    let (name, fragment, color, depth) = match program {
        Program::Splats => (
            "fluid splats",
            Some("draw/splat.frag"),
            Some(Format::Rg32Float),
            DepthUse::TestWrite,
        ),
        Program::FluidShadowDepth => ("fluid shadow depth", None, None, DepthUse::Shadow),
        _ => (
            "fluid thickness",
            Some("draw/thickness.frag"),
            Some(Format::Rgba16Float),
            if program == (Program::Thickness { shadow: true }) {
                DepthUse::None
            } else {
                DepthUse::Test
            },
        ),
    };
    PipelineOptions {
        name,
        vertex: "draw/splat.vert",
        fragment,
        constants: &[],
        sets: &plain.sets[..2],
        push: size_of::<SplatDraw>(),
        depth,
        color,
        samples: 1,
        ..plain
    }
}

/// Fullscreen passes.
fn screen<'a>(
    program: Program,
    sets: &'a [Arc<SetLayout>],
    plain: PipelineOptions<'a>,
) -> PipelineOptions<'a> {
    let all = PipelineOptions {
        vertex: "draw/fullscreen.vert",
        sets,
        ..plain
    };
    match program {
        Program::Smoothing => PipelineOptions {
            name: "fluid smoothing",
            fragment: Some("draw/smoothing.frag"),
            constants: &[],
            push: size_of::<SmoothingDraw>(),
            depth: DepthUse::None,
            color: Some(Format::Rg32Float),
            samples: 1,
            ..all
        },
        Program::FluidSurface => PipelineOptions {
            name: "fluid surface",
            fragment: Some("draw/fluid_surface.frag"),
            push: size_of::<FluidSurfaceDraw>(),
            ..all
        },
        _ => PipelineOptions {
            name: "copy",
            fragment: Some(match program {
                Program::Enlarge => "draw/enlarge.frag",
                _ => "draw/copy.frag",
            }),
            constants: &[],
            push: 0,
            depth: DepthUse::None,
            samples: 1,
            ..all
        },
    }
}

fn shadow(program: Program, plain: PipelineOptions<'_>) -> PipelineOptions<'_> {
    let masked = program == Program::Shadow { masked: true };
    PipelineOptions {
        name: "shadow",
        vertex: if program == Program::RopeShadow {
            "draw/rope.vert"
        } else {
            "draw/mesh.vert"
        },
        fragment: masked.then_some("draw/shadow.frag"),
        depth: DepthUse::Shadow,
        color: None,
        samples: 1,
        ..plain
    }
}

fn line(program: Program, plain: PipelineOptions<'_>) -> PipelineOptions<'_> {
    let (name, vertex) = if program == Program::Link {
        ("link", "draw/link.vert")
    } else {
        ("edge", "draw/edge.vert")
    };
    PipelineOptions {
        name,
        vertex,
        fragment: Some("draw/line.frag"),
        constants: &[],
        sets: &plain.sets[..2],
        push: size_of::<LineDraw>(),
        topology: Topology::Lines,
        depth: DepthUse::Test,
        ..plain
    }
}

fn background(program: Program, plain: PipelineOptions<'_>) -> PipelineOptions<'_> {
    let sets = &plain.sets[..1];
    if program == Program::Ground {
        return PipelineOptions {
            name: "ground",
            vertex: "draw/ground.vert",
            fragment: Some("draw/ground.frag"),
            sets,
            push: size_of::<GroundDraw>(),
            topology: Topology::Strip,
            ..plain
        };
    }
    PipelineOptions {
        name: "sky",
        vertex: "draw/fullscreen.vert",
        fragment: Some("draw/sky.frag"),
        constants: &[],
        sets,
        push: 0,
        depth: DepthUse::Test,
        ..plain
    }
}
