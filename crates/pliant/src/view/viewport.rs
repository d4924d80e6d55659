//! The picture of the scene in the window: camera, renderer, and the buffers that it draws from.

use super::appearance::Appearance;
use super::resolution::Resolution;
use crate::engine::{AnyEngine, DrawnBuffers};
use crate::exit::Error;
use glam::{Mat4, Vec3};
use pliant_gpu::graphics::Window;
use pliant_gpu::{DeviceKind, Gpu};
use pliant_render::{Bounds, Frame, OrbitCamera, Overlay, RenderOptions, Renderer, Viewpoint};
use pliant_scene::{Image, Scene};
use pliant_sim::Simulation;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The picture of the scene in the window.
pub(crate) struct Viewport {
    pub(crate) camera: OrbitCamera,
    /// Margins of the window that panels cover, pixels.
    pub(crate) margins: [f32; 4],
    /// Resolution of the picture.
    pub(crate) resolution: Resolution,
    pub(crate) renderer: Renderer,
    buffers: DrawnBuffers,
    /// Wall time of drawing the last picture.
    pub(crate) drawn_in: Duration,
}

impl Viewport {
    /// Uploads a scene to the device that draws; everything is in view.
    pub(crate) fn new(
        gpu: &Arc<Gpu>,
        scene: &Arc<Scene>,
        simulation: &mut Simulation<AnyEngine>,
        options: RenderOptions,
    ) -> Result<Self, Error> {
        let mut renderer = Renderer::new(gpu, scene.clone(), options)?;
        let buffers = DrawnBuffers::new(gpu, simulation)?;
        renderer.set_links(&buffers.links().links)?;
        Ok(Self {
            camera: renderer.framing(),
            margins: [0.0; 4],
            resolution: Resolution::new(gpu.info().kind == DeviceKind::Cpu),
            renderer,
            buffers,
            drawn_in: Duration::ZERO,
        })
    }

    /// Draws another version of the scene from now on, with the same camera.
    pub(crate) fn set_scene(
        &mut self,
        gpu: &Arc<Gpu>,
        scene: &Arc<Scene>,
        simulation: &mut Simulation<AnyEngine>,
    ) -> Result<(), Error> {
        let buffers = DrawnBuffers::new(gpu, simulation)?;
        self.renderer.set_scene(scene.clone())?;
        self.renderer.set_links(&buffers.links().links)?;
        self.buffers = buffers;
        Ok(())
    }

    /// Uses the simulation's new buffers, which it makes where links tear.
    pub(crate) fn update_buffers(
        &mut self,
        simulation: &Simulation<AnyEngine>,
    ) -> Result<(), Error> {
        if self.buffers.update(simulation) {
            self.renderer.set_links(&self.buffers.links().links)?;
        }
        Ok(())
    }

    /// Whether another device simulates than the one that draws.
    pub(crate) fn draws_copies(&self) -> bool {
        self.buffers.are_copied()
    }

    /// The camera's viewpoint, in what panels leave of the window.
    pub(crate) fn viewpoint(&self) -> Viewpoint {
        Viewpoint {
            margins: self.margins,
            ..self.camera.viewpoint()
        }
    }

    /// Moves the camera so that everything is in view.
    pub(crate) fn frame_all(&mut self) {
        let framing = self.renderer.framing();
        (self.camera.target, self.camera.distance) = (framing.target, framing.distance);
    }

    /// Moves the camera so that these points are in view, if there are any.
    pub(crate) fn frame(&mut self, points: Vec<Vec3>) {
        let bounds = Bounds::around(points);
        if !bounds.is_empty() {
            self.camera.frame(bounds);
        }
    }

    /// Looks from a direction: rotation about +Y and elevation, rad.
    pub(crate) fn look(&mut self, yaw: f32, pitch: f32) {
        (self.camera.yaw, self.camera.pitch) = (yaw, pitch);
    }

    /// Looks from the position of the file's first camera; returns whether there is one.
    pub(crate) fn look_through(&mut self, scene: &Scene, poses: &[Mat4]) -> bool {
        let node = scene
            .order
            .iter()
            .find(|n| scene.nodes[**n].camera.is_some());
        let view = node.and_then(|n| self.renderer.camera(&scene.nodes[*n].name, poses));
        if let Some(view) = &view {
            self.camera = OrbitCamera::at(view);
        }
        view.is_some()
    }
}

/// What draws a playback, apart from the simulation, which a thread may need.
pub(crate) struct Scenery<'a> {
    pub(crate) viewport: &'a mut Viewport,
    pub(crate) appearance: &'a Appearance,
    pub(crate) poses: Vec<Mat4>,
}

impl Scenery<'_> {
    /// Draws to a window the state of the simulation, or without it the state of the last picture; false if the window had no image to
    /// draw to.
    pub(crate) fn present(
        &mut self,
        simulation: Option<&mut Simulation<AnyEngine>>,
        window: &mut Window,
        size: [u32; 2],
        overlay: Overlay<'_>,
    ) -> Result<bool, Error> {
        let began = Instant::now();
        let scale = self.viewport.resolution.scale();
        let shown = self.draw(simulation, |renderer, frame| {
            renderer.present(window, size, frame, Some(overlay), scale)
        })?;
        self.viewport.resolution.drawn(began.elapsed());
        Ok(shown)
    }

    /// A picture of the state of the simulation, without the overlay.
    pub(crate) fn image(
        &mut self,
        simulation: &mut Simulation<AnyEngine>,
        size: [u32; 2],
    ) -> Result<Image, Error> {
        self.draw(Some(simulation), |renderer, frame| {
            renderer.image(frame, size)
        })
    }

    fn draw<T>(
        &mut self,
        simulation: Option<&mut Simulation<AnyEngine>>,
        draw: impl FnOnce(&mut Renderer, &Frame<'_>) -> Result<T, pliant_render::Error>,
    ) -> Result<T, Error> {
        let viewpoint = self.viewport.viewpoint();
        let appearance = self.appearance;
        let Viewport {
            renderer, buffers, ..
        } = &mut *self.viewport;
        let simulated = match simulation {
            Some(simulation) => Some(buffers.simulated(simulation, true)?),
            None => buffers.copied(),
        };
        let frame = Frame {
            poses: &self.poses,
            simulated,
            viewpoint,
            show: appearance.coloring.shown_with(appearance.show),
            hidden: &appearance.hidden,
            selected: appearance.selected,
            colors: appearance.coloring.colors(),
        };
        Ok(draw(renderer, &frame)?)
    }
}
