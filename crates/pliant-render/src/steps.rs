//! The steps of a frame: buffer updates, then render passes with their images and draws.

use crate::fluids::{FluidItems, FluidTargets, SurfaceItems};
use crate::items::{Elements, Item, PictureItems, Vertices};
use crate::lights::Lights;
use crate::programs::{Program, Programs};
use crate::resources::Resources;
use crate::targets::Targets;
use bytemuck::{bytes_of, cast_slice};
use pliant_gpu::graphics::{
    Bindings, Color, Depth, Draw, Format, Image, Indices, RenderPass, Step,
};
use pliant_passes::types::draw::View;

/// The data of one picture, in addition to the renderer's resources.
pub(crate) struct Prepared<'a> {
    pub(crate) shadow: Vec<Item>,
    pub(crate) picture: PictureItems,
    /// `None` for scenes without fluids.
    pub(crate) fluids: Option<FluidItems>,
    pub(crate) simulated: Option<Bindings<'a>>,
    /// Simulated vertices with velocities.
    pub(crate) fluid_vertices: Option<Bindings<'a>>,
    pub(crate) links: Option<Bindings<'a>>,
    pub(crate) view: View,
    pub(crate) shadow_view: View,
    pub(crate) lights: Lights,
    pub(crate) format: Format,
}

/// Everything that the steps of a frame borrow.
pub(crate) struct Stage<'a> {
    pub(crate) resources: &'a Resources,
    pub(crate) programs: &'a Programs,
    pub(crate) targets: &'a Targets,
    pub(crate) fluid_targets: Option<&'a FluidTargets>,
    pub(crate) prepared: &'a Prepared<'a>,
    /// The image that receives the picture.
    pub(crate) target: &'a Image,
}

impl<'a> Stage<'a> {
    /// Lists the steps in order.
    pub(crate) fn steps(&self) -> Vec<Step<'a>> {
        let (resources, prepared) = (self.resources, self.prepared);
        let lights = cast_slice(&prepared.lights.punctual);
        let mut steps = vec![
            Step::Update(&resources.view, bytes_of(&prepared.view)),
            Step::Update(&resources.shadow_view, bytes_of(&prepared.shadow_view)),
        ];
        if !lights.is_empty() {
            steps.push(Step::Update(&resources.lights, lights));
        }
        let shadows = self.draws(&prepared.shadow, &resources.in_shadow);
        let mut passes = vec![depths("shadow map", &resources.shadow_map, shadows)];
        let fluids = prepared.fluids.as_ref();
        passes.extend(
            fluids
                .into_iter()
                .flat_map(|fluids| self.fluid_shadow(fluids)),
        );
        match fluids
            .and_then(|fluids| fluids.surface.as_ref())
            .zip(self.fluid_targets)
        {
            Some((surface, targets)) => {
                passes.extend(self.surface_passes(surface, targets));
                passes.extend(self.picture_with_fluids(surface, targets));
            }
            None => passes.push(self.picture_without_fluids()),
        }
        steps.extend(passes.into_iter().map(Step::Pass));
        steps
    }

    /// Draws the picture in one pass.
    fn picture_without_fluids(&self) -> RenderPass<'a> {
        let targets = self.targets;
        let depth = Depth {
            image: &targets.depth,
            resolve: None,
            clear: Some(0.0),
            stays: false,
        };
        RenderPass {
            label: "picture",
            color: Some(Color {
                image: targets.samples.as_ref().unwrap_or(self.target),
                resolve: targets.samples.as_ref().map(|_| self.target),
                keep: false,
                stays: false,
            }),
            depth: Some(depth),
            draws: self.draws(self.prepared.picture.all(), &self.resources.in_picture),
        }
    }

    /// Draws the shadow map of fluids.
    fn fluid_shadow(&self, fluids: &'a FluidItems) -> Vec<RenderPass<'a>> {
        let Some(shadow) = &self.resources.fluid_shadow else {
            return Vec::new();
        };
        let draws = |items| self.draws(items, &self.resources.in_shadow);
        vec![
            depths(
                "fluid shadow depth",
                &shadow.depth,
                draws(&fluids.shadow_depth),
            ),
            colors("fluid shadow", &shadow.thickness, draws(&fluids.shadow)),
        ]
    }

    /// Draws the distance of the fluid surface: splats, then smoothing.
    fn surface_passes(
        &self,
        surface: &'a SurfaceItems,
        targets: &'a FluidTargets,
    ) -> Vec<RenderPass<'a>> {
        let shared = &self.resources.in_picture;
        let depth = Depth {
            image: &targets.depth,
            resolve: None,
            clear: Some(0.0),
            stays: false,
        };
        let mut passes = vec![RenderPass {
            depth: Some(depth),
            ..colors(
                "fluid splats",
                &targets.surface[0],
                self.draws(&surface.splats, shared),
            )
        }];
        for (step, item) in surface.smoothing.iter().enumerate() {
            let from = &targets.surface_bindings[step % 2];
            let draw = self.draw(item, vec![shared, from]);
            passes.push(colors(
                "fluid smoothing",
                &targets.surface[(step + 1) % 2],
                vec![draw],
            ));
        }
        passes
    }

    /// Draws the picture with the fluid surface: first the background, then the thickness of the fluid in front of it,
    /// then the surface and everything in front of it.
    fn picture_with_fluids(
        &self,
        surface: &'a SurfaceItems,
        targets: &'a FluidTargets,
    ) -> Vec<RenderPass<'a>> {
        let picture = &self.prepared.picture;
        let shared = &self.resources.in_picture;
        let samples = self.targets.samples.as_ref();
        let background = RenderPass {
            label: "background of fluids",
            color: Some(Color {
                image: samples.unwrap_or(&targets.background),
                resolve: samples.map(|_| &*targets.background),
                keep: false,
                stays: true,
            }),
            depth: Some(Depth {
                image: &self.targets.depth,
                resolve: targets.background_depth.as_ref(),
                clear: Some(0.0),
                stays: true,
            }),
            draws: self.draws(picture.opaque.iter().chain(&surface.behind), shared),
        };
        let load = |image| Depth {
            image,
            resolve: None,
            clear: None,
            stays: true,
        };
        let single = targets
            .background_depth
            .as_ref()
            .unwrap_or(&self.targets.depth);
        let thickness = RenderPass {
            depth: Some(load(single)),
            ..colors(
                "fluid thickness",
                &targets.thickness,
                self.draws(&surface.thickness, shared),
            )
        };
        let mut draws = vec![self.draw(&surface.surface, vec![shared, &targets.all_bindings])];
        draws.extend(self.draws(surface.in_front.iter().chain(&picture.lines), shared));
        let whole = RenderPass {
            label: "picture",
            color: Some(Color {
                image: samples.unwrap_or(self.target),
                resolve: samples.map(|_| self.target),
                keep: true,
                stays: false,
            }),
            depth: Some(load(&self.targets.depth)),
            draws,
        };
        let copy = samples.is_none().then(|| {
            let draw = self.draw(&surface.copy, vec![&targets.background_bindings]);
            colors("copy", self.target, vec![draw])
        });
        [background, thickness]
            .into_iter()
            .chain(copy)
            .chain([whole])
            .collect()
    }

    fn draws(
        &self,
        items: impl IntoIterator<Item = &'a Item>,
        shared: &'a Bindings<'a>,
    ) -> Vec<Draw<'a>> {
        let items = items.into_iter();
        let drawn = items.filter(|i| i.count > 0 && i.instances > 0);
        drawn.map(|i| self.draw(i, self.sets(i, shared))).collect()
    }

    /// Bindings of an item.
    fn sets(&self, item: &Item, shared: &'a Bindings<'a>) -> Vec<&'a Bindings<'a>> {
        let (resources, prepared) = (self.resources, self.prepared);
        let vertices: Option<&Bindings<'_>> = match item.vertices {
            Vertices::Packed => Some(&resources.packed),
            Vertices::Simulated => prepared.simulated.as_ref(),
            Vertices::Fluid => prepared.fluid_vertices.as_ref(),
            Vertices::Particles => prepared.links.as_ref(),
            Vertices::Nothing => None,
        };
        let mut sets = vec![shared];
        sets.extend(vertices);
        if matches!(
            item.program,
            Program::Surface(_)
                | Program::Rope(_)
                | Program::Transparent { .. }
                | Program::Point
                | Program::Shadow { .. }
                | Program::RopeShadow
        ) {
            sets.push(&resources.materials.sets[item.textures]);
        }
        if matches!(item.program, Program::Transparent { .. }) {
            sets.extend(self.fluid_targets.map(|t| &t.surface_bindings[0]));
        }
        sets
    }

    fn draw(&self, item: &'a Item, sets: Vec<&'a Bindings<'a>>) -> Draw<'a> {
        let resources = self.resources;
        let buffer = |buffer, first| Indices { buffer, first };
        Draw {
            pipeline: self.programs.get(item.program, self.prepared.format),
            sets,
            push: &item.push,
            indices: match item.elements {
                Elements::Counted => None,
                Elements::Packed(first) => Some(buffer(&resources.geometry.elements, first)),
                Elements::Capsule => Some(buffer(&resources.capsule, 0)),
            },
            count: item.count,
            instances: item.instances,
            cull: item.cull,
            mirrored: item.mirrored,
            scissor: None,
        }
    }
}

/// A pass that draws depths as seen from the sun.
fn depths<'a>(label: &'static str, image: &'a Image, draws: Vec<Draw<'a>>) -> RenderPass<'a> {
    let depth = Depth {
        image,
        resolve: None,
        clear: Some(1.0),
        stays: false,
    };
    RenderPass {
        label,
        color: None,
        depth: Some(depth),
        draws,
    }
}

/// A pass that clears an image of one sample to black and draws to it.
fn colors<'a>(label: &'static str, image: &'a Image, draws: Vec<Draw<'a>>) -> RenderPass<'a> {
    let color = Color {
        image,
        resolve: None,
        keep: false,
        stays: false,
    };
    RenderPass {
        label,
        color: Some(color),
        depth: None,
        draws,
    }
}
