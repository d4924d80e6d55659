//! The current frame of a simulation as outputs read it: drawn and read back at most once.

use crate::draw::{Look, PictureRenderer};
use crate::engine::AnyEngine;
use crate::exit::Error;
use glam::Mat4;
use pliant_outputs::FrameData;
use pliant_scene::Image;
use pliant_sim::{DrawnVertices, Particles, Simulation};
use std::time::Instant;

/// The current frame.
pub(crate) struct Current<'a> {
    simulation: &'a mut Simulation<AnyEngine>,
    renderer: Option<&'a mut PictureRenderer>,
    look: &'a Look,
    /// Its number in the outputs.
    number: u64,
    picture: Option<Image>,
    particles: Option<Particles>,
    /// Wall time of drawing, ms.
    pub(crate) render_ms: f64,
}

impl<'a> Current<'a> {
    /// The current frame of a simulation, with a number for the outputs.
    pub(crate) fn new(
        simulation: &'a mut Simulation<AnyEngine>,
        renderer: Option<&'a mut PictureRenderer>,
        look: &'a Look,
        number: u64,
    ) -> Self {
        Self {
            simulation,
            renderer,
            look,
            number,
            picture: None,
            particles: None,
            render_ms: 0.0,
        }
    }

    fn draw(&mut self) -> Result<Image, Error> {
        let renderer = self.renderer.as_mut().ok_or_else(|| {
            Error::Internal("an output draws, and its format does not say so".to_owned())
        })?;
        let began = Instant::now();
        let picture = renderer.draw(self.simulation, self.look)?;
        self.render_ms = 1e3 * began.elapsed().as_secs_f64();
        Ok(picture)
    }
}

impl FrameData for Current<'_> {
    fn picture(&mut self) -> Result<&Image, pliant_outputs::Error> {
        let picture = match self.picture.take() {
            Some(picture) => picture,
            None => self.draw().map_err(pliant_outputs::Error::frame)?,
        };
        Ok(self.picture.insert(picture))
    }

    fn particles(&mut self) -> Result<&Particles, pliant_outputs::Error> {
        let particles = match self.particles.take() {
            Some(particles) => particles,
            None => self.simulation.particles().map_err(failed)?,
        };
        Ok(self.particles.insert(particles))
    }

    fn vertices(&mut self) -> Result<DrawnVertices, pliant_outputs::Error> {
        self.simulation.vertices().map_err(failed)
    }

    fn poses(&self) -> Vec<Mat4> {
        self.simulation.poses()
    }

    fn number(&self) -> u64 {
        self.number
    }
}

/// The error of a simulation, as outputs pass it on.
fn failed(error: pliant_sim::Error) -> pliant_outputs::Error {
    pliant_outputs::Error::frame(Error::from(error))
}
