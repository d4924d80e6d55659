//! Playback of a scene: simulation, clock, renderer, camera, and the grabbed vertex or rigid body.

use super::clock::Clock;
use super::pick::CursorView;
use crate::checkpoint;
use crate::device::{Devices, Simulator};
use crate::engine::{AnyEngine, DrawnBuffers};
use crate::exit::Error;
use glam::Vec3;
use pliant_gpu::Timing;
use pliant_gpu::graphics::Window;
use pliant_passes::PassTime;
use pliant_render::{Frame, OrbitCamera, Overlay, RenderOptions, Renderer, Show};
use pliant_scene::{Image, Scene};
use pliant_sim::{Grab, Held, Particles, Settings, Simulation};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Longest time of simulation between two pictures, so that the window stays responsive.
const LONGEST: Duration = Duration::from_millis(40);

/// Settings of the viewer for a device.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ViewSettings {
    /// Quality of pictures.
    pub(crate) render: RenderOptions,
    /// Initial size of the window, points.
    pub(crate) size: [u32; 2],
    /// Which device times are measured.
    pub(crate) timing: Timing,
    /// What is shown initially.
    pub(crate) show: Show,
}

/// A scene that is simulated and drawn.
pub(crate) struct Playback {
    pub(crate) scene: Arc<Scene>,
    pub(crate) camera: OrbitCamera,
    pub(crate) show: Show,
    pub(crate) paused: bool,
    pub(crate) clock: Clock,
    renderer: Renderer,
    simulation: Simulation<AnyEngine>,
    buffers: DrawnBuffers,
    grab: Option<Grab>,
    /// Wall time of simulating the last frame, and of drawing the last picture.
    simulated_in: Duration,
    drawn_in: Duration,
}

impl Playback {
    /// Uploads a scene to what simulates and to what draws, at frame 0.
    pub(crate) fn new(
        devices: &Devices,
        scene: Scene,
        settings: Settings,
        view_settings: ViewSettings,
    ) -> Result<Self, Error> {
        let scene = Arc::new(scene);
        let engine = AnyEngine::new(&devices.simulator, view_settings.timing)?;
        let settings = Settings {
            interactive: true,
            ..settings
        };
        let clock = Clock::new(settings.dt());
        let mut simulation = Simulation::new(&scene, settings, engine)?;
        warm_up(&mut simulation)?;
        let gpu = devices.drawing()?;
        let mut renderer = Renderer::new(gpu, scene.clone(), view_settings.render)?;
        let buffers = DrawnBuffers::new(gpu, &mut simulation)?;
        renderer.set_links(&buffers.links().links)?;
        Ok(Self {
            camera: renderer.framing(),
            show: view_settings.show,
            paused: false,
            clock,
            buffers,
            grab: None,
            simulated_in: Duration::ZERO,
            drawn_in: Duration::ZERO,
            scene,
            renderer,
            simulation,
        })
    }

    /// Simulates the frames that are due after some real time.
    pub(crate) fn advance(&mut self, time: Duration) -> Result<(), Error> {
        if self.paused {
            return Ok(());
        }
        let began = Instant::now();
        self.clock.pass(time);
        while self.clock.take() {
            self.step()?;
            if began.elapsed() > LONGEST {
                break;
            }
        }
        self.clock.discard_backlog();
        Ok(())
    }

    /// Simulates one frame.
    pub(crate) fn step(&mut self) -> Result<(), Error> {
        let began = Instant::now();
        self.simulation.step()?;
        self.simulated_in = began.elapsed();
        self.update_buffers()
    }

    /// Goes back to frame 0.
    pub(crate) fn reset(&mut self) -> Result<(), Error> {
        self.grab = None;
        self.simulation.grab(None);
        self.clock = Clock::new(self.simulation.settings().dt());
        self.simulation.reset()?;
        self.update_buffers()
    }

    /// Writes the state to a checkpoint.
    pub(crate) fn save_state(&mut self, file: &Path, simulator: &Simulator) -> Result<(), Error> {
        checkpoint::save(file, &mut self.simulation, simulator)
    }

    /// Continues from a checkpoint. A file that cannot be loaded changes nothing, unless its content contradicts itself.
    pub(crate) fn load_state(&mut self, file: &Path, simulator: &Simulator) -> Result<(), Error> {
        let checkpoint = checkpoint::read(file, self.simulation.identity())?;
        self.grab = None;
        self.simulation.grab(None);
        self.clock = Clock::new(self.simulation.settings().dt());
        let loaded = checkpoint::load(file, &checkpoint, &mut self.simulation, simulator);
        self.update_buffers()?;
        loaded
    }

    /// Uses the simulation's new buffers, which it makes where links tear.
    fn update_buffers(&mut self) -> Result<(), Error> {
        if self.buffers.update(&self.simulation) {
            self.renderer.set_links(&self.buffers.links().links)?;
        }
        Ok(())
    }

    /// Moves the camera so that everything is in view.
    pub(crate) fn frame_all(&mut self) {
        let framing = self.renderer.framing();
        (self.camera.target, self.camera.distance) = (framing.target, framing.distance);
    }

    /// Begins to pull the vertex or the rigid body under the cursor, whichever is in front; pinned vertices do not move.
    pub(crate) fn pull(&mut self, cursor: &CursorView, radius: f32) -> Result<(), Error> {
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
        let vertex = cursor.pick(&positions, radius).map(|picked| {
            let (body, particle) = locate(&particles, picked);
            let held = Held::Particle { body, particle };
            (held, particles.positions[picked].into())
        });
        let ray = cursor.ray();
        let rigid = self.simulation.rigid_along(ray.origin, ray.direction);
        let far = |(_, point): &(Held, Vec3)| point.distance_squared(ray.origin);
        let both = [vertex, rigid].into_iter().flatten();
        let nearest = both.min_by(|a, b| far(a).total_cmp(&far(b)));
        self.grab = nearest.map(|(held, point)| Grab {
            held,
            target: cursor.at_depth_of(point),
        });
        if let Some(grab) = &self.grab {
            tracing::debug!("pulling {}", self.name(grab.held));
        }
        self.simulation.grab(self.grab);
        Ok(())
    }

    /// The grabbed vertex or rigid body, for the log.
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

    /// Moves the target of the grab to the cursor.
    pub(crate) fn pull_to(&mut self, cursor: &CursorView) {
        if let Some(grab) = &mut self.grab {
            grab.target = cursor.at_depth_of(grab.target);
        }
        self.simulation.grab(self.grab);
    }

    /// Ends the grab, and logs its distance from the cursor.
    pub(crate) fn release(&mut self, cursor: &CursorView) -> Result<(), Error> {
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
                Held::Rigid { rigid, local } => self.simulation.point_on(rigid, local),
            };
            let off = cursor.distance(at).unwrap_or(f32::INFINITY);
            let name = self.name(grab.held);
            let at = at.to_array();
            tracing::debug!("let go of {name}, at {at:?} m, {off:.1} pixels from the cursor");
        }
        Ok(())
    }

    /// A picture of the scene without the overlay.
    pub(crate) fn image(&mut self, size: [u32; 2]) -> Result<Image, Error> {
        self.drawn(|renderer, frame| renderer.image(frame, size))
    }

    /// Draws to a window; false if the window had no image to draw to.
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
        let simulated = self.buffers.simulated(&mut self.simulation, true)?;
        let frame = Frame {
            poses: &poses,
            simulated: (!self.scene.bodies.is_empty()).then_some(simulated),
            viewpoint: self.camera.viewpoint(),
            show: self.show,
        };
        Ok(draw(&mut self.renderer, &frame)?)
    }

    /// The renderer.
    pub(crate) fn renderer(&self) -> &Renderer {
        &self.renderer
    }

    /// The simulation.
    pub(crate) fn simulation(&self) -> &Simulation<AnyEngine> {
        &self.simulation
    }

    /// Device time of each pass of the last frame, where it is measured.
    pub(crate) fn timings(&mut self) -> Vec<PassTime> {
        self.simulation.timings()
    }

    /// Wall time of simulating the last frame, and of drawing the last picture.
    pub(crate) fn durations(&self) -> [Duration; 2] {
        [self.simulated_in, self.drawn_in]
    }
}

/// Simulates one frame and resets: on a CPU device the first run of a pass is slow and would distort the speed.
fn warm_up(simulation: &mut Simulation<AnyEngine>) -> Result<(), Error> {
    match simulation.step() {
        // A divergence is reported when it happens in the window.
        Ok(()) | Err(pliant_sim::Error::Diverged { .. }) => Ok(simulation.reset()?),
        Err(error) => Err(error.into()),
    }
}

/// The body of a particle, and its index in the body.
fn locate(particles: &Particles, particle: usize) -> (usize, u32) {
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
        let located: Vec<_> = (0..5).map(|i| locate(&particles, i)).collect();
        assert_eq!(located, [(0, 0), (0, 1), (0, 2), (2, 0), (2, 1)]);
    }
}
