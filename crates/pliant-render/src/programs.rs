//! The ways to draw, made when they are first needed: a software driver takes its time over each.

use pliant_gpu::graphics::{
    Blend, DepthUse, Format, Graphics, Kind, Pipeline, PipelineOptions, SetLayout, Slot, Topology,
};
use pliant_passes::EngineError;
use pliant_passes::types::draw::{
    EvenDraw, FluidDraw, GroundDraw, LineDraw, OverlayDraw, SurfaceDraw, WaterDraw,
};
use pliant_scene::Alpha;
use std::collections::HashMap;
use std::sync::Arc;

/// A way to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Program {
    /// Triangles of a material.
    Surface(Opacity),
    /// Lines as tubes.
    Rope(Opacity),
    /// Points as balls.
    Point,
    /// Triangles or lines that are seen through, before fluids or elsewhere.
    Pane { rope: bool, before: bool },
    /// Particles of fluids as balls, for their surface.
    Drops,
    /// How much of a fluid there is, before what is solid or, as the sun sees it, at all.
    Murk { shade: bool },
    /// Where the sun meets fluids first.
    ShadeDepth,
    /// Evens the surface of fluids out.
    Even,
    /// The surface of fluids.
    Water,
    /// A picture as it is.
    Copy,
    /// Triangles in the shadow map; cut where the material's opacity says so.
    Shadow { cut: bool },
    /// Tubes in the shadow map.
    RopeShadow,
    /// The background.
    Sky,
    /// The ground.
    Ground,
    /// Edges of triangles.
    Edge,
    /// Distance links by their strain.
    Link,
    /// The overlay.
    Overlay,
}

/// What a material's opacity does.
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

/// The layouts of what programs bind.
pub(crate) struct Layouts {
    /// View, shadow map (compared), lights, materials, shadow map (as it is), fluids' shade: depth, murk.
    pub(crate) frame: Arc<SetLayout>,
    /// Positions, normals, tangents, attributes, elements.
    pub(crate) geometry: Arc<SetLayout>,
    /// The five textures of a material.
    pub(crate) material: Arc<SetLayout>,
    /// Vertices and a picture.
    pub(crate) overlay: Arc<SetLayout>,
    /// An image.
    pub(crate) picture: Arc<SetLayout>,
    /// Surface and murk of fluids, and the picture behind them.
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
            geometry: SetLayout::new(graphics, &[in_vertex; 5])?,
            material: SetLayout::new(graphics, &[texture; 5])?,
            overlay: SetLayout::new(graphics, &[in_vertex, texture])?,
            picture: SetLayout::new(graphics, &[texture])?,
            fluids: SetLayout::new(graphics, &[texture; 3])?,
        })
    }
}

/// All programs made so far.
pub(crate) struct Programs {
    pub(crate) layouts: Layouts,
    samples: u32,
    shadow_taps: i32,
    made: HashMap<(Program, Format), Pipeline>,
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
            made: HashMap::new(),
        })
    }

    /// Makes a program for images of a format, unless it is there.
    pub(crate) fn need(
        &mut self,
        graphics: &Graphics,
        program: Program,
        format: Format,
    ) -> Result<(), EngineError> {
        if !self.made.contains_key(&(program, format)) {
            let pipeline = self.make(graphics, program, format)?;
            self.made.insert((program, format), pipeline);
        }
        Ok(())
    }

    /// A program that was needed before.
    pub(crate) fn get(&self, program: Program, format: Format) -> &Pipeline {
        self.made
            .get(&(program, format))
            .expect("a program is needed before it is used")
    }

    fn make(
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
        let [evened, seen] = [picture, fluids].map(|own| [frame, own].map(Arc::clone));
        let [overlay, copied] = [overlay, picture].map(|own| [Arc::clone(own)]);
        let constants = [
            (0, self.alpha(program)),
            (1, self.shadow_taps),
            (
                2,
                i32::from(matches!(program, Program::Pane { before: true, .. })),
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
            Program::Pane { .. } => pane(program, &all, plain),
            Program::Drops | Program::Murk { .. } | Program::ShadeDepth => drops(program, plain),
            Program::Even => screen(program, &evened, plain),
            Program::Water => screen(program, &seen, plain),
            Program::Copy => screen(program, &copied, plain),
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

    /// The shader's constant `ALPHA`.
    fn alpha(&self, program: Program) -> i32 {
        match program {
            Program::Surface(Opacity::Mask) | Program::Rope(Opacity::Mask) if self.samples > 1 => 3,
            Program::Surface(Opacity::Mask) | Program::Rope(Opacity::Mask) => 1,
            Program::Surface(Opacity::Blend)
            | Program::Rope(Opacity::Blend)
            | Program::Pane { .. } => 2,
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
            | Program::Pane { .. }
            | Program::Ground
            | Program::Edge
            | Program::Link => Blend::Over,
            Program::Overlay => Blend::Premultiplied,
            Program::Murk { .. } => Blend::Add,
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

/// What is seen through, on one side of fluids.
fn pane<'a>(
    program: Program,
    sets: &'a [Arc<SetLayout>],
    plain: PipelineOptions<'a>,
) -> PipelineOptions<'a> {
    let rope = matches!(program, Program::Pane { rope: true, .. });
    PipelineOptions {
        name: "pane",
        vertex: if rope {
            "draw/rope.vert"
        } else {
            "draw/mesh.vert"
        },
        fragment: Some("draw/pane.frag"),
        depth: if rope {
            DepthUse::TestWrite
        } else {
            DepthUse::Test
        },
        sets,
        ..plain
    }
}

/// Particles of fluids.
fn drops(program: Program, plain: PipelineOptions<'_>) -> PipelineOptions<'_> {
    let (name, fragment, color, depth) = match program {
        Program::Drops => (
            "drops",
            Some("draw/drop.frag"),
            Some(Format::Rg32Float),
            DepthUse::TestWrite,
        ),
        Program::ShadeDepth => ("fluid shade depth", None, None, DepthUse::Shadow),
        _ => (
            "murk",
            Some("draw/murk.frag"),
            Some(Format::Rgba16Float),
            if program == (Program::Murk { shade: true }) {
                DepthUse::None
            } else {
                DepthUse::Test
            },
        ),
    };
    PipelineOptions {
        name,
        vertex: "draw/drop.vert",
        fragment,
        constants: &[],
        sets: &plain.sets[..2],
        push: size_of::<FluidDraw>(),
        depth,
        color,
        samples: 1,
        ..plain
    }
}

/// What is done pixel by pixel.
fn screen<'a>(
    program: Program,
    sets: &'a [Arc<SetLayout>],
    plain: PipelineOptions<'a>,
) -> PipelineOptions<'a> {
    let all = PipelineOptions {
        vertex: "draw/sky.vert",
        sets,
        ..plain
    };
    match program {
        Program::Even => PipelineOptions {
            name: "even",
            fragment: Some("draw/even.frag"),
            constants: &[],
            push: size_of::<EvenDraw>(),
            depth: DepthUse::None,
            color: Some(Format::Rg32Float),
            samples: 1,
            ..all
        },
        Program::Water => PipelineOptions {
            name: "water",
            fragment: Some("draw/water.frag"),
            push: size_of::<WaterDraw>(),
            ..all
        },
        _ => PipelineOptions {
            name: "copy",
            fragment: Some("draw/copy.frag"),
            constants: &[],
            push: 0,
            depth: DepthUse::None,
            samples: 1,
            ..all
        },
    }
}

fn shadow(program: Program, plain: PipelineOptions<'_>) -> PipelineOptions<'_> {
    let cut = program == Program::Shadow { cut: true };
    PipelineOptions {
        name: "shadow",
        vertex: if program == Program::RopeShadow {
            "draw/rope.vert"
        } else {
            "draw/mesh.vert"
        },
        fragment: cut.then_some("draw/shadow.frag"),
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
        vertex: "draw/sky.vert",
        fragment: Some("draw/sky.frag"),
        constants: &[],
        sets,
        push: 0,
        depth: DepthUse::Test,
        ..plain
    }
}
