//! The steps of a frame: what is updated, and pass by pass what is drawn to which images.

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

/// What a picture needs beside the renderer's own things.
pub(crate) struct Prepared<'a> {
    pub(crate) shadow: Vec<Item>,
    pub(crate) picture: PictureItems,
    /// Where the scene has fluids.
    pub(crate) fluids: Option<FluidItems>,
    pub(crate) simulated: Option<Bindings<'a>>,
    pub(crate) drops: Option<Bindings<'a>>,
    pub(crate) links: Option<Bindings<'a>>,
    pub(crate) view: View,
    pub(crate) shadow_view: View,
    pub(crate) lights: Lights,
    pub(crate) format: Format,
}

/// All that a frame's steps borrow.
pub(crate) struct Stage<'a> {
    pub(crate) resources: &'a Resources,
    pub(crate) programs: &'a Programs,
    pub(crate) targets: &'a Targets,
    pub(crate) fluid_targets: Option<&'a FluidTargets>,
    pub(crate) prepared: &'a Prepared<'a>,
    /// What the picture ends in.
    pub(crate) target: &'a Image,
}

impl<'a> Stage<'a> {
    /// The steps in their order.
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
        passes.extend(fluids.into_iter().flat_map(|fluids| self.shade(fluids)));
        match fluids
            .and_then(|fluids| fluids.surface.as_ref())
            .zip(self.fluid_targets)
        {
            Some((surface, targets)) => {
                passes.extend(self.evened(surface, targets));
                passes.extend(self.wet_picture(surface, targets));
            }
            None => passes.push(self.dry_picture()),
        }
        steps.extend(passes.into_iter().map(Step::Pass));
        steps
    }

    /// The picture in one pass.
    fn dry_picture(&self) -> RenderPass<'a> {
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

    /// What fluids take away of the sun.
    fn shade(&self, fluids: &'a FluidItems) -> Vec<RenderPass<'a>> {
        let Some(shade) = &self.resources.shade else {
            return Vec::new();
        };
        let draws = |items| self.draws(items, &self.resources.in_shadow);
        vec![
            depths(
                "fluid shade depth",
                &shade.depth,
                draws(&fluids.shade_depth),
            ),
            colors("fluid shade", &shade.murk, draws(&fluids.shade)),
        ]
    }

    /// The surface of fluids as it is seen: balls, then evened out.
    fn evened(&self, surface: &'a SurfaceItems, targets: &'a FluidTargets) -> Vec<RenderPass<'a>> {
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
                "drops",
                &targets.surface[0],
                self.draws(&surface.drops, shared),
            )
        }];
        for (turn, item) in surface.evenings.iter().enumerate() {
            let from = &targets.of_surface[turn % 2];
            let draw = self.draw(item, vec![shared, from]);
            passes.push(colors("even", &targets.surface[(turn + 1) % 2], vec![draw]));
        }
        passes
    }

    /// The picture around that surface: what is behind it, how much of the fluid is before that, and all together.
    fn wet_picture(
        &self,
        surface: &'a SurfaceItems,
        targets: &'a FluidTargets,
    ) -> Vec<RenderPass<'a>> {
        let picture = &self.prepared.picture;
        let shared = &self.resources.in_picture;
        let samples = self.targets.samples.as_ref();
        let behind = RenderPass {
            label: "behind fluids",
            color: Some(Color {
                image: samples.unwrap_or(&targets.behind),
                resolve: samples.map(|_| &*targets.behind),
                keep: false,
                stays: true,
            }),
            depth: Some(Depth {
                image: &self.targets.depth,
                resolve: targets.behind_depth.as_ref(),
                clear: Some(0.0),
                stays: true,
            }),
            draws: self.draws(picture.solid.iter().chain(&surface.behind), shared),
        };
        let kept = |image| Depth {
            image,
            resolve: None,
            clear: None,
            stays: true,
        };
        let single = targets.behind_depth.as_ref().unwrap_or(&self.targets.depth);
        let murk = RenderPass {
            depth: Some(kept(single)),
            ..colors("murk", &targets.murk, self.draws(&surface.murk, shared))
        };
        let mut draws = vec![self.draw(&surface.water, vec![shared, &targets.of_all])];
        draws.extend(self.draws(surface.before.iter().chain(&picture.lines), shared));
        let whole = RenderPass {
            label: "picture",
            color: Some(Color {
                image: samples.unwrap_or(self.target),
                resolve: samples.map(|_| self.target),
                keep: true,
                stays: false,
            }),
            depth: Some(kept(&self.targets.depth)),
            draws,
        };
        let copied = samples.is_none().then(|| {
            let draw = self.draw(&surface.copy, vec![&targets.of_behind]);
            colors("copy", self.target, vec![draw])
        });
        [behind, murk]
            .into_iter()
            .chain(copied)
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

    /// What an item of the scene binds.
    fn sets(&self, item: &Item, shared: &'a Bindings<'a>) -> Vec<&'a Bindings<'a>> {
        let (resources, prepared) = (self.resources, self.prepared);
        let vertices: Option<&Bindings<'_>> = match item.vertices {
            Vertices::Packed => Some(&resources.packed),
            Vertices::Simulated => prepared.simulated.as_ref(),
            Vertices::Drops => prepared.drops.as_ref(),
            Vertices::Particles => prepared.links.as_ref(),
            Vertices::Nothing => None,
        };
        let mut sets = vec![shared];
        sets.extend(vertices);
        if matches!(
            item.program,
            Program::Surface(_)
                | Program::Rope(_)
                | Program::Pane { .. }
                | Program::Point
                | Program::Shadow { .. }
                | Program::RopeShadow
        ) {
            sets.push(&resources.materials.sets[item.textures]);
        }
        if matches!(item.program, Program::Pane { .. }) {
            sets.extend(self.fluid_targets.map(|t| &t.of_surface[0]));
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

/// A pass that draws depths from a light.
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

/// A pass that draws to an image of one sample, black before.
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
