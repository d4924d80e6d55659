//! Pictures of a run: the simulation's buffers, drawn without a window.

use crate::engine::{AnyEngine, DrawnBuffers};
use crate::exit::Error;
use pliant_gpu::Gpu;
use pliant_render::{Frame, RenderOptions, Renderer, Show};
use pliant_scene::{Image, Scene};
use pliant_sim::Simulation;
use std::sync::Arc;

/// How a picture is drawn.
pub(crate) struct Look {
    /// Name of the camera's node; `None` frames the scene.
    pub(crate) camera: Option<String>,
    /// Width and height, pixels.
    pub(crate) size: [u32; 2],
    /// What is shown of the simulation.
    pub(crate) show: Show,
}

/// Draws frames of a run to pictures.
pub(crate) struct PictureRenderer {
    renderer: Renderer,
    buffers: DrawnBuffers,
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
        })
    }

    /// A picture of the current state.
    pub(crate) fn draw(
        &mut self,
        simulation: &mut Simulation<AnyEngine>,
        look: &Look,
    ) -> Result<Image, Error> {
        let poses = simulation.poses();
        let camera = look.camera.as_deref();
        let viewpoint = camera
            .and_then(|name| self.renderer.camera(name, &poses))
            .unwrap_or_else(|| self.renderer.framing().viewpoint());
        self.buffers.update(simulation);
        let frame = Frame {
            poses: &poses,
            simulated: Some(self.buffers.simulated(simulation, false)?),
            viewpoint,
            show: look.show,
            hidden: &[],
            selected: None,
        };
        Ok(self.renderer.image(&frame, look.size)?)
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
