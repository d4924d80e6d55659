//! A scene that is simulated and seen: the simulation by its clock, the renderer, the camera, what is pulled.

use super::clock::Clock;
use super::pick::Look;
use crate::exit::Error;
use glam::Vec3;
use pliant_gpu::graphics::Window;
use pliant_gpu::{Gpu, Timing, VulkanEngine};
use pliant_passes::{BufferId, PassTime};
use pliant_render::{Frame, OrbitCamera, Overlay, RenderOptions, Renderer, Show, Simulated};
use pliant_scene::{Image, Scene};
use pliant_sim::{DrawBuffers, Grab, Held, Particles, Settings, Simulation};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Simulating longer than this between two pictures makes the window sluggish.
const PATIENCE: Duration = Duration::from_millis(40);

/// How a scene is put on the device.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Manner {
    /// How much work goes into a picture.
    pub(crate) render: RenderOptions,
    /// The window's first size, points.
    pub(crate) size: [u32; 2],
    /// What device time is measured of.
    pub(crate) timing: Timing,
    /// What is shown at first.
    pub(crate) show: Show,
}

/// A scene that is simulated and seen.
pub(crate) struct Play {
    pub(crate) scene: Arc<Scene>,
    pub(crate) camera: OrbitCamera,
    pub(crate) show: Show,
    pub(crate) paused: bool,
    pub(crate) clock: Clock,
    renderer: Renderer,
    simulation: Simulation<VulkanEngine>,
    buffers: DrawBuffers,
    particles: BufferId,
    /// Of the simulation's buffers.
    generation: u64,
    grab: Option<Grab>,
    /// How long the last frame took to simulate, and the last picture to draw.
    simulated_in: Duration,
    drawn_in: Duration,
}

impl Play {
    /// Puts a scene on a device; the state is that of frame 0.
    pub(crate) fn new(
        gpu: &Arc<Gpu>,
        scene: Scene,
        settings: Settings,
        manner: Manner,
    ) -> Result<Self, Error> {
        let scene = Arc::new(scene);
        let mut engine = VulkanEngine::new(gpu.clone())?;
        engine.set_timing(manner.timing);
        let settings = Settings {
            interactive: true,
            ..settings
        };
        let clock = Clock::new(settings.dt());
        let mut simulation = Simulation::new(&scene, settings, engine)?;
        warm_up(&mut simulation)?;
        let mut renderer = Renderer::new(gpu, scene.clone(), manner.render)?;
        let links = simulation.link_buffers();
        renderer.set_links(&links.links)?;
        Ok(Self {
            camera: renderer.framing(),
            show: manner.show,
            paused: false,
            clock,
            buffers: simulation.draw_buffers(),
            particles: links.positions,
            generation: simulation.generation(),
            grab: None,
            simulated_in: Duration::ZERO,
            drawn_in: Duration::ZERO,
            scene,
            renderer,
            simulation,
        })
    }

    /// Simulates what is due after some real time.
    pub(crate) fn advance(&mut self, time: Duration) -> Result<(), Error> {
        if self.paused {
            return Ok(());
        }
        let began = Instant::now();
        self.clock.pass(time);
        while self.clock.take() {
            self.step()?;
            if began.elapsed() > PATIENCE {
                break;
            }
        }
        self.clock.forgive();
        Ok(())
    }

    /// Simulates one frame.
    pub(crate) fn step(&mut self) -> Result<(), Error> {
        let began = Instant::now();
        self.simulation.step()?;
        self.simulated_in = began.elapsed();
        self.follow()
    }

    /// Goes back to frame 0.
    pub(crate) fn reset(&mut self) -> Result<(), Error> {
        self.grab = None;
        self.simulation.grab(None);
        self.clock = Clock::new(self.simulation.settings().dt());
        self.simulation.reset()?;
        self.follow()
    }

    /// Draws what tore from its new buffers.
    fn follow(&mut self) -> Result<(), Error> {
        let generation = self.simulation.generation();
        if generation != self.generation {
            let links = self.simulation.link_buffers();
            self.renderer.set_links(&links.links)?;
            self.buffers = self.simulation.draw_buffers();
            (self.particles, self.generation) = (links.positions, generation);
        }
        Ok(())
    }

    /// Moves the camera so that everything is in view.
    pub(crate) fn frame_all(&mut self) {
        let framing = self.renderer.framing();
        (self.camera.target, self.camera.distance) = (framing.target, framing.distance);
    }

    /// Begins to pull the vertex or the rigid body under the cursor, whichever is in front; pinned vertices do not move.
    pub(crate) fn pull(&mut self, look: &Look, reach: f32) -> Result<(), Error> {
        let particles = self.simulation.particles()?;
        let mut positions = particles.positions.clone();
        for (body, first) in self.scene.bodies.iter().zip(&particles.first) {
            for pin in &body.pinned {
                positions[(first + pin) as usize] = [f32::NAN; 3];
            }
        }
        for (position, there) in positions.iter_mut().zip(&particles.present) {
            if !there {
                *position = [f32::NAN; 3];
            }
        }
        let vertex = look.pick(&positions, reach).map(|picked| {
            let (body, particle) = place(&particles, picked);
            let held = Held::Particle { body, particle };
            (held, particles.positions[picked].into())
        });
        let ray = look.ray();
        let rigid = self.simulation.rigid_along(ray.origin, ray.direction);
        let far = |(_, point): &(Held, Vec3)| point.distance_squared(ray.origin);
        let both = [vertex, rigid].into_iter().flatten();
        let nearest = both.min_by(|a, b| far(a).total_cmp(&far(b)));
        self.grab = nearest.map(|(held, point)| Grab {
            held,
            target: look.beside(point),
        });
        if let Some(grab) = &self.grab {
            tracing::debug!("pulling {}", self.name(grab.held));
        }
        self.simulation.grab(self.grab);
        Ok(())
    }

    /// What is held, in words.
    fn name(&self, held: Held) -> String {
        match held {
            Held::Particle { body, particle } => {
                let name = self.scene.body_name(&self.scene.bodies[body]);
                format!("{name}, particle {particle}")
            }
            Held::Rigid { rigid, .. } => {
                let node = self.scene.rigids[rigid].node;
                format!("{}, a rigid body", self.scene.nodes[node].name)
            }
        }
    }

    /// Pulls to where the cursor is now.
    pub(crate) fn pull_to(&mut self, look: &Look) {
        if let Some(grab) = &mut self.grab {
            grab.target = look.beside(grab.target);
        }
        self.simulation.grab(self.grab);
    }

    /// Lets go, and says where what was held is seen from the cursor.
    pub(crate) fn let_go(&mut self, look: &Look) -> Result<(), Error> {
        let Some(grab) = self.grab.take() else {
            return Ok(());
        };
        self.simulation.grab(None);
        if tracing::enabled!(tracing::Level::DEBUG) {
            let at = match grab.held {
                Held::Particle { body, particle } => {
                    let particles = self.simulation.particles()?;
                    let first = particles.first[body];
                    particles.positions[(first + particle) as usize].into()
                }
                Held::Rigid { rigid, local } => self.simulation.place_on(rigid, local),
            };
            let off = look.off(at).unwrap_or(f32::INFINITY);
            let name = self.name(grab.held);
            let at = at.to_array();
            tracing::debug!("let go of {name}, at {at:?} m, {off:.1} pixels from the cursor");
        }
        Ok(())
    }

    /// A picture of what is seen, without the overlay.
    pub(crate) fn image(&mut self, size: [u32; 2]) -> Result<Image, Error> {
        self.drawn(|renderer, frame| renderer.image(frame, size))
    }

    /// Draws to a window; whether there was anything to draw to.
    pub(crate) fn present(
        &mut self,
        window: &mut Window,
        size: [u32; 2],
        overlay: Overlay<'_>,
    ) -> Result<bool, Error> {
        let began = Instant::now();
        let shown =
            self.drawn(|renderer, frame| renderer.present(window, size, frame, Some(overlay)))?;
        self.drawn_in = began.elapsed();
        Ok(shown)
    }

    fn drawn<T>(
        &mut self,
        draw: impl FnOnce(&mut Renderer, &Frame<'_>) -> Result<T, pliant_render::Error>,
    ) -> Result<T, Error> {
        let poses = self.simulation.poses();
        let simulated = Simulated {
            vertices: self.buffers.vertices,
            normals: self.buffers.normals,
            tangents: self.buffers.tangents,
            first_vertex: &self.buffers.first_vertex,
            velocities: self.buffers.velocities,
            first_particle: &self.buffers.first_particle,
            particles: Some(self.particles),
            engine: self.simulation.engine(),
        };
        let frame = Frame {
            poses: &poses,
            simulated: (!self.scene.bodies.is_empty()).then_some(simulated),
            viewpoint: self.camera.viewpoint(),
            show: self.show,
        };
        Ok(draw(&mut self.renderer, &frame)?)
    }

    /// What draws, to make windows with.
    pub(crate) fn renderer(&self) -> &Renderer {
        &self.renderer
    }

    /// What is simulated.
    pub(crate) fn simulation(&self) -> &Simulation<VulkanEngine> {
        &self.simulation
    }

    /// Device time by pass of the last frame, where it is measured.
    pub(crate) fn timings(&mut self) -> Vec<PassTime> {
        self.simulation.timings()
    }

    /// How long the last frame took to simulate, and the last picture to draw.
    pub(crate) fn took(&self) -> [Duration; 2] {
        [self.simulated_in, self.drawn_in]
    }
}

/// The first run of a pass takes long where the device is a CPU, and is no measure of its speed.
fn warm_up(simulation: &mut Simulation<VulkanEngine>) -> Result<(), Error> {
    match simulation.step() {
        // It will be said when it happens in the window.
        Ok(()) | Err(pliant_sim::Error::Diverged { .. }) => Ok(simulation.reset()?),
        Err(error) => Err(error.into()),
    }
}

/// The body of a particle, and its number therein.
fn place(particles: &Particles, particle: usize) -> (usize, u32) {
    let particle = particle as u32;
    let body = particles.first.partition_point(|first| *first <= particle) - 1;
    (body, particle - particles.first[body])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn particles_are_found_in_their_bodies() {
        let particles = Particles {
            first: vec![0, 3, 3, 5],
            ..Particles::default()
        };
        let places: Vec<_> = (0..5).map(|i| place(&particles, i)).collect();
        assert_eq!(places, [(0, 0), (0, 1), (0, 2), (2, 0), (2, 1)]);
    }
}
