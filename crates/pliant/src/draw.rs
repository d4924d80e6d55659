//! Pictures of a run: the simulation's buffers, drawn without a window.

use crate::colors::Coloring;
use crate::engine::{AnyEngine, DrawnBuffers};
use crate::exit::Error;
use crate::framing;
use glam::Mat4;
use pliant_gpu::Gpu;
use pliant_render::{Frame, RenderOptions, Renderer, Show, Viewpoint};
use pliant_scene::{Image, Scene};
use pliant_sim::Simulation;
use std::sync::Arc;

/// How a picture is drawn.
pub(crate) struct Look {
    /// Where it is seen from.
    pub(crate) camera: View,
    /// Width and height, pixels.
    pub(crate) size: [u32; 2],
    /// What is shown of the simulation.
    pub(crate) show: Show,
    /// Whether each node is hidden; empty where none is.
    pub(crate) hidden: Vec<bool>,
}

/// Where a picture is seen from.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum View {
    /// Everything at t = 0 is in view.
    Start,
    /// Everything at t = 0, and what moves now.
    Shown,
    /// What moves is in the middle.
    Following,
    /// The camera of the node with this name.
    Named(String),
    /// A viewpoint of its own.
    At(Viewpoint),
}

/// Draws frames of a run to pictures.
pub(crate) struct PictureRenderer {
    renderer: Renderer,
    buffers: DrawnBuffers,
    scene: Arc<Scene>,
    /// Colours that show a quantity.
    pub(crate) coloring: Coloring,
}

impl PictureRenderer {
    /// Uploads a scene to the device that draws.
    pub(crate) fn new(
        gpu: &Arc<Gpu>,
        scene: &Arc<Scene>,
        simulation: &mut Simulation<AnyEngine>,
    ) -> Result<Self, Error> {
        Ok(Self {
            buffers: DrawnBuffers::new(gpu, simulation)?,
            renderer: Renderer::new(gpu, scene.clone(), RenderOptions::FULL)?,
            scene: scene.clone(),
            coloring: Coloring::default(),
        })
    }

    /// The viewpoint from which everything at t = 0 is in view, and where animations lead until a time, s.
    pub(crate) fn along(&self, until: f64, repeat: bool) -> Viewpoint {
        framing::along(&self.scene, &self.renderer, until, repeat).viewpoint()
    }

    /// A picture of the current state.
    pub(crate) fn draw(
        &mut self,
        simulation: &mut Simulation<AnyEngine>,
        look: &Look,
    ) -> Result<Image, Error> {
        let poses = simulation.poses();
        let viewpoint = self.viewpoint(simulation, &look.camera, &poses)?;
        self.buffers.update(simulation);
        self.coloring.update(&self.scene, simulation)?;
        let frame = Frame {
            poses: &poses,
            simulated: Some(self.buffers.simulated(simulation, false)?),
            viewpoint,
            show: self.coloring.shown_with(look.show),
            hidden: &look.hidden,
            selected: None,
            colors: self.coloring.colors(),
        };
        Ok(self.renderer.image(&frame, look.size)?)
    }

    fn viewpoint(
        &self,
        simulation: &mut Simulation<AnyEngine>,
        view: &View,
        poses: &[Mat4],
    ) -> Result<Viewpoint, Error> {
        let renderer = &self.renderer;
        let mut moving = || framing::moving(&self.scene, simulation, renderer, poses);
        let camera = match view {
            View::At(viewpoint) => return Ok(*viewpoint),
            View::Named(name) => match renderer.camera(name, poses) {
                Some(viewpoint) => return Ok(viewpoint),
                None => renderer.framing(),
            },
            View::Start => renderer.framing(),
            View::Shown => framing::shown(renderer, moving()?),
            View::Following => framing::following(renderer, moving()?),
        };
        Ok(camera.viewpoint())
    }
}

impl From<pliant_render::Error> for Error {
    fn from(error: pliant_render::Error) -> Self {
        match error {
            pliant_render::Error::Engine(_) => Self::Device(error.to_string()),
            pliant_render::Error::Size { .. } => Self::Usage(error.to_string()),
        }
    }
}
