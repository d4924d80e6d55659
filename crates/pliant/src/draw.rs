//! Pictures of a run: the simulation's buffers, drawn without a window.

use crate::engine::{AnyEngine, DrawnBuffers};
use crate::exit::Error;
use crate::options::RunOptions;
use pliant_gpu::Gpu;
use pliant_render::{Frame, RenderOptions, Renderer, Show};
use pliant_scene::{Image, Scene};
use pliant_sim::Simulation;
use std::sync::Arc;

/// Draws frames of a run to pictures.
pub(crate) struct PictureRenderer {
    renderer: Renderer,
    buffers: DrawnBuffers,
    camera: Option<String>,
    size: [u32; 2],
    show: Show,
}

impl PictureRenderer {
    /// Uploads a scene to the device that draws.
    pub(crate) fn new(
        gpu: &Arc<Gpu>,
        scene: &Arc<Scene>,
        simulation: &mut Simulation<AnyEngine>,
        options: &RunOptions,
    ) -> Result<Self, Error> {
        Ok(Self {
            buffers: DrawnBuffers::new(gpu, simulation)?,
            renderer: Renderer::new(gpu, scene.clone(), RenderOptions::FULL)?,
            camera: options.camera.clone(),
            size: options.size.into(),
            show: options.fluids.show(),
        })
    }

    /// A picture of the current state.
    pub(crate) fn draw(&mut self, simulation: &mut Simulation<AnyEngine>) -> Result<Image, Error> {
        let poses = simulation.poses();
        let camera = self.camera.as_deref();
        let viewpoint = camera
            .and_then(|name| self.renderer.camera(name, &poses))
            .unwrap_or_else(|| self.renderer.framing().viewpoint());
        self.buffers.update(simulation);
        let frame = Frame {
            poses: &poses,
            simulated: Some(self.buffers.simulated(simulation, false)?),
            viewpoint,
            show: self.show,
            hidden: &[],
            selected: None,
        };
        Ok(self.renderer.image(&frame, self.size)?)
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
