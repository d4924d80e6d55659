//! Playback of a scene: its simulation, how time passes in it, and what is shown of it.

use super::appearance::Appearance;
use super::edits::Edits;
use super::marks::{Drawn, Subject};
use super::prefs::Prefs;
use super::record::{Order, Written};
use super::timeline::Timeline;
use super::transport::{Motion, Transport};
use super::viewport::{Scenery, Viewport};
use crate::checkpoint;
use crate::device::{Devices, Simulator};
use crate::draw::{Look, View};
use crate::engine::AnyEngine;
use crate::exit::Error;
use pliant_gpu::Timing;
use pliant_gpu::graphics::Window;
use pliant_passes::PassTime;
use pliant_render::{Overlay, RenderOptions, Show};
use pliant_scene::{Image, Scene, Source};
use pliant_sim::{Grab, Settings, Simulation};
use std::mem::swap;
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
    /// Keys that were changed in the window.
    pub(crate) edits: Edits,
    /// The frames that were simulated so far.
    pub(crate) timeline: Timeline,
    /// How time passes.
    pub(crate) transport: Transport,
    /// What is shown of the scene.
    pub(crate) appearance: Appearance,
    /// The picture in the window.
    pub(crate) viewport: Viewport,
    pub(crate) view_settings: ViewSettings,
    pub(super) simulation: Simulation<AnyEngine>,
    /// The vertex or rigid body that the mouse pulls.
    pub(super) grab: Option<Grab>,
    /// Wall time of simulating the last frame.
    simulated_in: Duration,
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
        let settings = interactive(settings);
        let transport = Transport::new(settings.dt());
        let mut simulation = Simulation::new(&scene, settings, engine)?;
        warm_up(&mut simulation)?;
        let gpu = devices.drawing()?;
        let viewport = Viewport::new(gpu, &scene, &mut simulation, view_settings.render)?;
        Ok(Self {
            edits: Edits::default(),
            timeline: Timeline::new(),
            transport,
            appearance: Appearance::new(&scene, view_settings.show),
            viewport,
            view_settings,
            scene,
            simulation,
            grab: None,
            simulated_in: Duration::ZERO,
        })
    }

    /// Simulates another version of the scene from now on: with changed keys, or of a changed file. The state, the kept frames and
    /// the camera stay where the bodies are the same; else it starts again, which the result says.
    pub(crate) fn rebuild(
        &mut self,
        devices: &Devices,
        scene: Scene,
        settings: Settings,
    ) -> Result<bool, Error> {
        let state = self.simulation.frame_state()?;
        let scene = Arc::new(scene);
        let settings = interactive(settings);
        let dt = settings.dt();
        let engine = AnyEngine::new(&devices.simulator, self.view_settings.timing)?;
        let mut simulation = Simulation::new(&scene, settings, engine)?;
        let continued = match simulation.continue_from(&state) {
            Ok(()) => true,
            Err(pliant_sim::Error::State(_)) => false,
            Err(error) => return Err(error.into()),
        };
        self.viewport
            .set_scene(devices.drawing()?, &scene, &mut simulation)?;
        self.appearance.set_scene(&self.scene, &scene);
        (self.scene, self.simulation) = (scene, simulation);
        self.grab = None;
        self.transport.restart_clock(dt);
        self.timeline.replaced(continued);
        self.keep()?;
        Ok(continued)
    }

    /// Takes the timeline and what the user chose from another playback of the scene, and goes on from its last kept frame.
    pub(crate) fn take_over(&mut self, other: &mut Self) -> Result<(), Error> {
        self.timeline.take_over(&mut other.timeline);
        swap(&mut self.edits, &mut other.edits);
        swap(&mut self.appearance, &mut other.appearance);
        self.viewport.camera = other.viewport.camera;
        self.viewport.resolution.adapts = other.viewport.resolution.adapts;
        self.transport.continue_as(&other.transport);
        let history = &self.timeline.history;
        let last = history.range().map(|[_, last]| last);
        if let Some(state) = last.and_then(|last| history.state(last)) {
            self.simulation.continue_from(&state)?;
            self.update_buffers()?;
        }
        Ok(())
    }

    /// Follows the preferences of the window: memory of the timeline, and whether the resolution adapts.
    pub(crate) fn prefer(&mut self, prefs: &Prefs) {
        self.timeline.history.set_budget(prefs.budget << 20);
        self.viewport.resolution.adapts &= prefs.adapt;
    }

    /// Keeps the current frame for the timeline, and measures it.
    fn keep(&mut self) -> Result<(), Error> {
        self.timeline.keep(&mut self.simulation)
    }

    /// Measures the current frame for panels.
    pub(crate) fn measure(&mut self) -> Result<(), Error> {
        self.timeline.measure(&mut self.simulation)
    }

    /// Shows a kept frame, the nearest one at or before `frame`.
    pub(crate) fn show_frame(&mut self, frame: u64, simulator: &Simulator) -> Result<(), Error> {
        let Some(frame) = self.timeline.history.nearest(frame) else {
            return Ok(());
        };
        if frame == self.simulation.frame() {
            return Ok(());
        }
        self.let_go();
        self.timeline.show(frame, &mut self.simulation, simulator)?;
        self.update_buffers()
    }

    /// Shows the last kept frame after a divergence, or one up to `before` frames earlier, and simulates on from there.
    pub(crate) fn go_back(&mut self, before: u64) -> Result<(), Error> {
        if !self.timeline.go_back(before, &mut self.simulation)? {
            return self.reset();
        }
        self.update_buffers()
    }

    /// Sets a bookmark at the shown frame, or removes it; returns what it did.
    pub(crate) fn toggle_bookmark(&mut self, simulator: &Simulator) -> Result<String, Error> {
        self.timeline
            .toggle_bookmark(&mut self.simulation, simulator)
    }

    /// Simulates or replays the frames that are due after some real time.
    pub(crate) fn advance(&mut self, time: Duration, simulator: &Simulator) -> Result<(), Error> {
        if self.transport.paused {
            return Ok(());
        }
        let began = Instant::now();
        self.transport.clock.pass(time);
        while !self.transport.paused && self.transport.clock.take() {
            match self.transport.motion {
                Motion::Simulate if self.is_slow() => {
                    self.transport.due = true;
                    break;
                }
                Motion::Simulate => self.step()?,
                Motion::Replay { backwards } => self.replay(backwards, simulator)?,
            }
            if began.elapsed() > LONGEST {
                break;
            }
        }
        self.transport.clock.discard_backlog();
        Ok(())
    }

    /// Shows the next kept frame; at the end it begins again, or pauses.
    fn replay(&mut self, backwards: bool, simulator: &Simulator) -> Result<(), Error> {
        let Some(range) = self.timeline.history.range() else {
            return Ok(());
        };
        let now = self.simulation.frame();
        match self.transport.next_replayed(now, range, backwards) {
            Some(next) => self.show_frame(next, simulator),
            None => Ok(()),
        }
    }

    /// Simulates one frame.
    pub(crate) fn step(&mut self) -> Result<(), Error> {
        self.begin_step()?;
        let began = Instant::now();
        self.simulation.step()?;
        self.end_step(began.elapsed())
    }

    /// Whether a frame takes so long that the window would not answer, and its picture needs nothing of the simulation.
    fn is_slow(&self) -> bool {
        self.simulated_in > LONGEST && self.viewport.draws_copies()
    }

    /// Prepares the simulation of a frame.
    pub(crate) fn begin_step(&mut self) -> Result<(), Error> {
        if self.timeline.history.len() == 0 {
            self.keep()?;
        }
        self.timeline.go_on(&mut self.simulation)?;
        self.update_buffers()
    }

    /// The simulation, and what draws it.
    pub(crate) fn split(&mut self) -> (&mut Simulation<AnyEngine>, Scenery<'_>) {
        let scenery = Scenery {
            poses: self.simulation.poses(),
            viewport: &mut self.viewport,
            appearance: &self.appearance,
        };
        (&mut self.simulation, scenery)
    }

    /// Keeps the frame that was simulated in this time.
    pub(crate) fn end_step(&mut self, time: Duration) -> Result<(), Error> {
        self.simulated_in = time;
        self.update_buffers()?;
        self.timeline.keep_simulated(&mut self.simulation, time)
    }

    /// Goes back to frame 0.
    pub(crate) fn reset(&mut self) -> Result<(), Error> {
        self.let_go();
        self.restart_clock();
        self.simulation.reset()?;
        self.timeline.truncate(0);
        self.update_buffers()?;
        self.keep()
    }

    /// Writes the state to a checkpoint.
    pub(crate) fn save_state(&mut self, file: &Path, simulator: &Simulator) -> Result<(), Error> {
        checkpoint::save(file, &mut self.simulation, simulator)
    }

    /// Continues from a checkpoint. A file that cannot be loaded changes nothing, unless its content contradicts itself.
    pub(crate) fn load_state(&mut self, file: &Path, simulator: &Simulator) -> Result<(), Error> {
        let checkpoint = checkpoint::read(file, self.simulation.identity())?;
        self.let_go();
        self.restart_clock();
        let loaded = checkpoint::load(file, &checkpoint, &mut self.simulation, simulator);
        self.timeline.truncate(self.simulation.frame());
        self.update_buffers()?;
        self.keep()?;
        loaded
    }

    /// Ends the pull of the mouse.
    fn let_go(&mut self) {
        self.grab = None;
        self.simulation.grab(None);
    }

    fn restart_clock(&mut self) {
        let dt = self.simulation.settings().dt();
        self.transport.restart_clock(dt);
    }

    fn update_buffers(&mut self) -> Result<(), Error> {
        self.viewport.update_buffers(&self.simulation)
    }

    /// Moves the camera so that the selected node is in view, else everything.
    pub(crate) fn frame_selected(&mut self) -> Result<(), Error> {
        let Some(node) = self.appearance.selected else {
            self.viewport.frame_all();
            return Ok(());
        };
        let particles = self.simulation.particles()?;
        let points = match self.scene.nodes[node].body {
            Some(body) => {
                let range = particles.first[body] as usize..particles.first[body + 1] as usize;
                let there = range.filter(|i| particles.present[*i]);
                there.map(|i| particles.positions[i].into()).collect()
            }
            None => {
                let renderer = &self.viewport.renderer;
                renderer.corners(node, &self.simulation.poses())
            }
        };
        self.viewport.frame(points);
        Ok(())
    }

    /// Looks from the position of the file's first camera; returns whether there is one.
    pub(crate) fn look_through(&mut self) -> bool {
        let poses = self.simulation.poses();
        self.viewport.look_through(&self.scene, &poses)
    }

    /// An order to record all kept frames, in pictures of this size as they are seen now.
    pub(crate) fn order(
        &mut self,
        written: Written,
        source: Source,
        size: [u32; 2],
        devices: &Devices,
    ) -> Result<Order, Error> {
        if self.timeline.history.len() == 0 {
            self.keep()?;
        }
        Ok(Order {
            written,
            scene: self.scene.clone(),
            source,
            settings: self.simulation.settings().clone(),
            frames: self.timeline.history.all(),
            look: Look {
                camera: View::At(self.viewport.camera.viewpoint()),
                // Videos need even numbers of pixels.
                size: size.map(|pixels| pixels & !1),
                show: self.appearance.show,
                hidden: self.appearance.hidden.clone(),
            },
            coloring: self.appearance.coloring.clone(),
            device: devices.drawing()?.info().name.clone(),
        })
    }

    /// Computes the colours of the current state, where they show a quantity.
    pub(crate) fn color(&mut self) -> Result<(), Error> {
        self.appearance
            .coloring
            .update(&self.scene, &mut self.simulation)
    }

    /// The marks of the current state.
    pub(crate) fn draw_marks(&mut self) -> Result<Drawn, Error> {
        self.appearance.marks.draw(&mut Subject {
            scene: &self.scene,
            simulation: &mut self.simulation,
            viewpoint: self.viewport.viewpoint(),
            metrics: self.timeline.series.last.as_ref(),
        })
    }

    /// A picture of the scene without the overlay.
    pub(crate) fn image(&mut self, size: [u32; 2]) -> Result<Image, Error> {
        let (simulation, mut scenery) = self.split();
        scenery.image(simulation, size)
    }

    /// Draws to a window; false if the window had no image to draw to.
    pub(crate) fn present(
        &mut self,
        window: &mut Window,
        size: [u32; 2],
        overlay: Overlay<'_>,
    ) -> Result<bool, Error> {
        let began = Instant::now();
        let (simulation, mut scenery) = self.split();
        let shown = scenery.present(Some(simulation), window, size, overlay)?;
        self.viewport.drawn_in = began.elapsed();
        Ok(shown)
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
        [self.simulated_in, self.viewport.drawn_in]
    }
}

/// The settings of a simulation in the window: it can be pulled, and shows forces.
fn interactive(settings: Settings) -> Settings {
    Settings {
        interactive: true,
        contact_forces: true,
        ..settings
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
