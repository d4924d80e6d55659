//! The renderer draws a scene frame by frame. Read [`Renderer::image`] first.

use crate::bounds::Bounds;
use crate::enlarged::{Enlarged, in_fewer_pixels, reduced};
use crate::error::Error;
use crate::fluids::{FluidItems, FluidTargets};
use crate::frame::{Frame, Simulated};
use crate::items::{focus_point, picture_items, shadow_items};
use crate::lights::{Lights, MOST_LIGHTS, undrawn_lights};
use crate::options::RenderOptions;
use crate::orbit::OrbitCamera;
use crate::overlay::{Overlay, Painter};
use crate::programs::{Program, Programs};
use crate::resources::Resources;
use crate::shadow::ShadowView;
use crate::steps::{Prepared, Stage};
use crate::targets::Targets;
use crate::viewpoint::{Lens, Viewpoint};
use crate::world::{BUILT_IN_MATERIALS, World, built_in_material};
use bytemuck::cast_slice;
use glam::Mat4;
use pliant_gpu::Gpu;
use pliant_gpu::graphics::{DrawBuffer, Format, Graphics, Image, Role, Step, Window};
use pliant_passes::EngineError;
use pliant_passes::types::draw::View;
use pliant_scene::Scene;
use std::sync::Arc;

/// Draws a scene, to images or to a window.
pub struct Renderer {
    // Fields above `graphics` use the device, so they are dropped first.
    resources: Resources,
    painter: Painter,
    targets: Option<Targets>,
    fluid_targets: Option<FluidTargets>,
    /// The picture before it is enlarged.
    enlarged: Option<Enlarged>,
    programs: Programs,
    graphics: Graphics,
    options: RenderOptions,
    world: World,
}

impl Renderer {
    /// Uploads a scene to a device.
    ///
    /// # Errors
    /// If the device can't draw or has too little memory.
    pub fn new(gpu: &Arc<Gpu>, scene: Arc<Scene>, options: RenderOptions) -> Result<Self, Error> {
        let graphics = Graphics::new(gpu)?;
        let largest = graphics.largest_picture();
        let options = RenderOptions {
            samples: graphics.samples(options.samples),
            shadow_size: options.shadow_size.clamp(1, largest),
            ..options
        };
        warn_of_lights(&scene);
        let programs = Programs::new(&graphics, options.samples, options.shadow_taps)?;
        let (world, resources) = upload(scene, &graphics, &programs, &options)?;
        Ok(Self {
            painter: Painter::new(&graphics)?,
            targets: None,
            fluid_targets: None,
            enlarged: None,
            world,
            resources,
            programs,
            graphics,
            options,
        })
    }

    /// Draws another scene from now on. Pipelines stay, so this is faster than a new renderer.
    ///
    /// # Errors
    /// If the device has too little memory; the old scene stays then.
    pub fn set_scene(&mut self, scene: Arc<Scene>) -> Result<(), Error> {
        if undrawn_lights(&scene) != undrawn_lights(&self.world.scene) {
            warn_of_lights(&scene);
        }
        (self.world, self.resources) =
            upload(scene, &self.graphics, &self.programs, &self.options)?;
        self.fluid_targets = None;
        Ok(())
    }

    /// Bounding box of everything that the scene shows at t = 0, m.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.world.bounds
    }

    /// The options in use: the number of samples and the shadow map are within the device's limits.
    #[must_use]
    pub fn options(&self) -> RenderOptions {
        self.options
    }

    /// The graphics device, which creates windows.
    #[must_use]
    pub fn graphics(&self) -> &Graphics {
        &self.graphics
    }

    /// The default camera, which frames the scene and the ground under it.
    #[must_use]
    pub fn framing(&self) -> OrbitCamera {
        OrbitCamera::framing(self.world.framed)
    }

    /// The box that the default camera frames: everything at t = 0 except floors, extended down to the ground, m.
    #[must_use]
    pub fn framed(&self) -> Bounds {
        self.world.framed
    }

    /// The viewpoint of a camera by the name of its node.
    #[must_use]
    pub fn camera(&self, name: &str, poses: &[Mat4]) -> Option<Viewpoint> {
        let scene = &self.world.scene;
        let node = scene
            .order
            .iter()
            .copied()
            .find(|&n| scene.nodes[n].camera.is_some() && scene.nodes[n].name == name)?;
        let camera = scene.cameras[scene.nodes[node].camera?];
        Some(Viewpoint::of_camera(
            &camera,
            poses[node],
            self.world.bounds.center(),
        ))
    }

    /// Corners of the boxes around what a node draws, m: where it is not simulated, and without its children.
    #[must_use]
    pub fn corners(&self, node: usize, poses: &[Mat4]) -> Vec<glam::Vec3> {
        let own = self.world.primitives.iter().filter(|p| p.node == node);
        let boxes = own.map(|p| p.bounds.transformed(p.model(poses)));
        boxes.flat_map(|bounds| bounds.corners()).collect()
    }

    /// Sets the links to draw, each as (particle, particle, rest length as float bits).
    ///
    /// # Errors
    /// If the device has too little memory.
    pub fn set_links(&mut self, links: &[[u32; 3]]) -> Result<(), Error> {
        self.resources.links = DrawBuffer::new(&self.graphics, "links", cast_slice(links))?;
        self.world.links = links.len() as u32;
        Ok(())
    }

    /// Draws a picture and returns it.
    ///
    /// # Errors
    /// If the picture is too large, or the device is lost or has too little memory.
    pub fn image(
        &mut self,
        frame: &Frame<'_>,
        size: [u32; 2],
    ) -> Result<pliant_scene::Image, Error> {
        let [width, height] = size;
        let largest = self.graphics.largest_picture();
        if width == 0 || height == 0 || width.max(height) > largest {
            return Err(Error::Size {
                width,
                height,
                largest,
            });
        }
        let format = Format::Rgba8Srgb;
        let target = Image::new(&self.graphics, "picture", format, Role::Target, size, 1)?;
        let prepared = self.prepare(frame, size, format)?;
        self.graphics.submit(&self.steps(&prepared, &target))?;
        let mut rgba = target.read(&self.graphics)?;
        rgba.chunks_exact_mut(4).for_each(|pixel| pixel[3] = 255);
        Ok(pliant_scene::Image {
            width,
            height,
            rgba,
        })
    }

    /// Draws a picture with an overlay to a window and shows it. It returns false without drawing if the window is
    /// minimized or has just changed. `size` is the size of the window, pixels. With a `scale` below 1 the picture is drawn in fewer pixels, by
    /// this factor along each side, and enlarged; the overlay is not.
    ///
    /// # Errors
    /// If the device or the window is lost, or the device has too little memory.
    pub fn present(
        &mut self,
        window: &mut Window,
        size: [u32; 2],
        frame: &Frame<'_>,
        overlay: Option<Overlay<'_>>,
        scale: f32,
    ) -> Result<bool, Error> {
        if let Some(overlay) = &overlay {
            self.painter
                .update_textures(&self.graphics, overlay.textures)?;
        }
        let Some(picture) = window.acquire(&self.graphics, size)? else {
            return Ok(false);
        };
        let (size, format) = (picture.image().size(), picture.image().format());
        let small = (scale < 1.0).then(|| reduced(size, scale));
        let prepared = match small {
            Some(small) => {
                self.make_enlarged(small, format)?;
                self.prepare(&in_fewer_pixels(frame, scale), small, format)?
            }
            None => self.prepare(frame, size, format)?,
        };
        let enlarged = self.enlarged.as_ref().filter(|_| small.is_some());
        let painted = overlay
            .as_ref()
            .map(|overlay| {
                self.programs
                    .ensure(&self.graphics, Program::Overlay, format)?;
                self.painter
                    .paint(&self.graphics, &self.programs.layouts, overlay, size)
            })
            .transpose()?;
        let target = enlarged.map_or(picture.image(), |enlarged| &enlarged.image);
        let mut steps = self.steps(&prepared, target);
        if let Some(enlarged) = enlarged {
            let pipeline = self.programs.get(Program::Enlarge, format);
            steps.push(Step::Pass(enlarged.pass(pipeline, picture.image())));
        }
        if let Some(painted) = &painted {
            let pipeline = self.programs.get(Program::Overlay, format);
            steps.push(Step::Pass(painted.pass(pipeline, picture.image())));
        }
        picture.draw(&self.graphics, &steps)?;
        drop(steps);
        picture.show()?;
        drop(painted);
        if let Some(overlay) = &overlay {
            self.painter.free_textures(overlay.textures);
        }
        Ok(true)
    }

    /// Prepares a picture: targets, pipelines, bindings and view data.
    fn prepare<'a>(
        &mut self,
        frame: &Frame<'a>,
        size: [u32; 2],
        format: Format,
    ) -> Result<Prepared<'a>, EngineError> {
        self.make_targets(size, format, !frame.show.balls)?;
        let graphics = &self.graphics;
        let shadow = shadow_items(&self.world, frame);
        let picture = picture_items(&self.world, frame);
        let fluids = (self.world.spacing > 0.0)
            .then(|| FluidItems::new(&self.world, frame, &picture.transparent));
        let fluid_items = fluids.iter().flat_map(FluidItems::all);
        for item in shadow.iter().chain(picture.all()).chain(fluid_items) {
            self.programs.ensure(graphics, item.program, format)?;
        }
        let (resources, layouts) = (&self.resources, &self.programs.layouts);
        let simulated = frame.simulated.as_ref();
        let colors = frame.colors.map(|colors| colors.vertices);
        let bind = |s: &Simulated<'a>| resources.bind_simulated(graphics, layouts, s, colors);
        let bind_fluid = |s: &Simulated<'a>| resources.bind_fluid(graphics, layouts, s);
        let bind_links = |s: &Simulated<'a>| resources.bind_links(graphics, layouts, s);
        let (view, shadow_view, lights) = self.views(frame, size);
        Ok(Prepared {
            shadow,
            picture,
            fluid_vertices: simulated
                .filter(|_| fluids.is_some())
                .map(bind_fluid)
                .transpose()?,
            fluids,
            simulated: simulated.map(bind).transpose()?,
            links: simulated
                .and_then(|s| bind_links(s).transpose())
                .transpose()?,
            view,
            shadow_view,
            lights,
            format,
        })
    }

    /// Creates the smaller picture of this size, unless it exists.
    fn make_enlarged(&mut self, size: [u32; 2], format: Format) -> Result<(), EngineError> {
        self.programs
            .ensure(&self.graphics, Program::Enlarge, format)?;
        if !self.enlarged.as_ref().is_some_and(|e| e.fits(size, format)) {
            let made = Enlarged::new(&self.graphics, &self.programs.layouts, size, format)?;
            self.enlarged = Some(made);
        }
        Ok(())
    }

    /// Creates the images of a size and format, unless they exist. `surface`: the fluid surface is drawn.
    fn make_targets(
        &mut self,
        size: [u32; 2],
        format: Format,
        surface: bool,
    ) -> Result<(), EngineError> {
        let (graphics, samples) = (&self.graphics, self.options.samples);
        let fits = |made: (&[u32; 2], &Format)| made == (&size, &format);
        if !self
            .targets
            .as_ref()
            .is_some_and(|t| fits((&t.size, &t.format)))
        {
            self.targets = None;
            self.fluid_targets = None;
            self.targets = Some(Targets::new(graphics, size, format, samples)?);
        }
        if surface && self.world.spacing > 0.0 && self.fluid_targets.is_none() {
            let layouts = &self.programs.layouts;
            let made = FluidTargets::new(graphics, layouts, size, format, samples)?;
            self.fluid_targets = Some(made);
        }
        Ok(())
    }

    fn views(&self, frame: &Frame<'_>, size: [u32; 2]) -> (View, View, Lights) {
        let focus = focus_point(frame);
        let lights = Lights::of(&self.world.scene, frame.poses, focus);
        let viewpoint = &frame.viewpoint;
        let texels = self.options.shadow_size;
        let shadow_radius = 1.6 * viewpoint.half_extent(size);
        let shadow = ShadowView::new(
            lights.sun_direction,
            focus,
            shadow_radius,
            self.world.bounds,
            texels,
        );
        let world_to_clip = viewpoint.world_to_clip(size);
        let (eye, eye_w) = match viewpoint.lens {
            Lens::Perspective { .. } => (viewpoint.eye, 1.0),
            Lens::Parallel { .. } => (-viewpoint.forward(), 0.0),
        };
        let view = View {
            world_to_clip: world_to_clip.to_cols_array_2d(),
            clip_to_world: world_to_clip.inverse().to_cols_array_2d(),
            world_to_shadow: shadow.world_to_map.to_cols_array_2d(),
            eye: eye.to_array(),
            eye_w,
            sun_direction: lights.sun_direction.to_array(),
            shadow_texel: shadow.texel,
            sun_color: lights.sun_color.to_array(),
            // In texels. The lower limit hides single texels, the upper limit hides single samples.
            penumbra_range: [1.5, 2.2 * (self.options.shadow_taps as f32).sqrt()]
                .map(|edge| edge / texels as f32),
            penumbra_scale: shadow.penumbra_scale,
            light_count: lights.punctual.len() as u32,
            forward: viewpoint.distance().to_array(),
            pixel: viewpoint.pixel(size),
            fluid_shadows: u32::from(self.world.spacing > 0.0),
            particle_spacing: self.world.spacing,
        };
        let shadow_view = View {
            world_to_clip: shadow.world_to_clip.to_cols_array_2d(),
            eye: view.sun_direction,
            eye_w: 0.0,
            ..view
        };
        (view, shadow_view, lights)
    }

    fn steps<'a>(&'a self, prepared: &'a Prepared<'_>, target: &'a Image) -> Vec<Step<'a>> {
        let stage = Stage {
            resources: &self.resources,
            programs: &self.programs,
            targets: self.targets.as_ref().expect("a frame was prepared"),
            fluid_targets: self.fluid_targets.as_ref(),
            prepared,
            target,
        };
        stage.steps()
    }
}

fn warn_of_lights(scene: &Scene) {
    let undrawn = undrawn_lights(scene);
    if undrawn > 0 {
        tracing::warn!(
            "{}: {undrawn} lights are not drawn: at most {MOST_LIGHTS} are drawn in addition to the sun",
            scene.name
        );
    }
}

/// Uploads what a scene draws.
fn upload(
    scene: Arc<Scene>,
    graphics: &Graphics,
    programs: &Programs,
    options: &RenderOptions,
) -> Result<(World, Resources), Error> {
    let (mut world, geometry) = World::new(scene);
    let resources = Resources::new(
        graphics,
        &programs.layouts,
        options,
        &world.scene,
        &geometry,
        &BUILT_IN_MATERIALS.map(built_in_material),
        world.spacing > 0.0,
    )?;
    world.styles.clone_from(&resources.materials.styles);
    Ok((world, resources))
}
