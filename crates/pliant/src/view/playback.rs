//! Playback of a scene: simulation, clock, renderer, camera, and the grabbed vertex or rigid body.

use super::clock::Clock;
use super::edits::Edits;
use super::history::History;
use super::marks::{Drawn, Marks, Subject};
use super::record::{Order, Written};
use super::resolution::Resolution;
use super::series::Series;
use crate::checkpoint;
use crate::colors::Coloring;
use crate::device::{Devices, Simulator};
use crate::draw::{Look, View};
use crate::engine::{AnyEngine, DrawnBuffers};
use crate::exit::Error;
use glam::{Mat4, Vec3};
use pliant_gpu::graphics::Window;
use pliant_gpu::{DeviceKind, Timing};
use pliant_passes::PassTime;
use pliant_render::{
    Bounds, Frame, OrbitCamera, Overlay, RenderOptions, Renderer, Show, Viewpoint,
};
use pliant_scene::{Image, Scene, Source};
use pliant_sim::{Checkpoint, Grab, Settings, Simulation};
use std::mem::swap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Longest time of simulation between two pictures, so that the window stays responsive.
const LONGEST: Duration = Duration::from_millis(40);

/// Fraction of the time of simulating that measuring for the plots may take.
const MEASURING: f64 = 0.1;

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

/// What moves the scene while it is not paused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Motion {
    /// The simulation.
    Simulate,
    /// The kept frames, in their order or backwards.
    Replay {
        /// Whether backwards.
        backwards: bool,
    },
}

/// A scene that is simulated and drawn.
pub(crate) struct Playback {
    pub(crate) scene: Arc<Scene>,
    pub(crate) camera: OrbitCamera,
    pub(crate) show: Show,
    pub(crate) paused: bool,
    pub(crate) clock: Clock,
    /// What moves the scene while it is not paused.
    pub(crate) motion: Motion,
    /// Whether kept frames are replayed again and again.
    pub(crate) looped: bool,
    /// The frames that were simulated so far.
    pub(crate) history: History,
    /// Metrics over time.
    pub(crate) series: Series,
    /// Whether metrics are wanted: by a panel in view.
    pub(crate) measured: bool,
    /// Keys that were changed in the window.
    pub(crate) edits: Edits,
    /// Colours that show a quantity.
    pub(crate) coloring: Coloring,
    /// Marks over the scene.
    pub(crate) marks: Marks,
    /// Whether each node is hidden.
    pub(crate) hidden: Vec<bool>,
    /// The selected node.
    pub(crate) selected: Option<usize>,
    /// Margins of the window that panels cover, pixels.
    pub(crate) margins: [f32; 4],
    /// Whether a slow frame is due, which a thread simulates.
    pub(crate) due: bool,
    /// Exact state of the last simulated frame, while a kept one is shown.
    live: Option<(u64, Vec<u8>)>,
    /// Time spent on simulating and on measuring, s.
    spent: [f64; 2],
    view_settings: ViewSettings,
    renderer: Renderer,
    pub(super) simulation: Simulation<AnyEngine>,
    buffers: DrawnBuffers,
    pub(super) grab: Option<Grab>,
    /// Resolution of the picture in the window.
    pub(crate) resolution: Resolution,
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
        let settings = interactive(settings);
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
            resolution: Resolution::new(gpu.info().kind == DeviceKind::Cpu),
            simulated_in: Duration::ZERO,
            drawn_in: Duration::ZERO,
            motion: Motion::Simulate,
            looped: false,
            history: History::new(),
            series: Series::default(),
            measured: false,
            edits: Edits::default(),
            coloring: Coloring::default(),
            marks: Marks::default(),
            hidden: vec![false; scene.nodes.len()],
            selected: None,
            margins: [0.0; 4],
            due: false,
            live: None,
            spent: [0.0; 2],
            view_settings,
            scene,
            renderer,
            simulation,
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
        let buffers = DrawnBuffers::new(devices.drawing()?, &mut simulation)?;
        self.renderer.set_scene(scene.clone())?;
        self.renderer.set_links(&buffers.links().links)?;
        let names = |scene: &Scene, node: usize| scene.nodes.get(node).map(|n| n.name.clone());
        let selected = self.selected.and_then(|node| names(&self.scene, node));
        self.selected = scene
            .nodes
            .iter()
            .position(|n| Some(&n.name) == selected.as_ref());
        self.hidden.resize(scene.nodes.len(), false);
        (self.scene, self.simulation, self.buffers) = (scene, simulation, buffers);
        self.live = None;
        self.grab = None;
        self.clock = Clock::new(dt);
        if !continued {
            self.history.clear();
            self.series.clear();
        }
        self.keep()?;
        Ok(continued)
    }

    /// Takes the timeline and what the user chose from another playback of the scene, and goes on from its last kept frame.
    pub(crate) fn take_over(&mut self, other: &mut Self) -> Result<(), Error> {
        swap(&mut self.history, &mut other.history);
        swap(&mut self.series, &mut other.series);
        swap(&mut self.edits, &mut other.edits);
        swap(&mut self.hidden, &mut other.hidden);
        swap(&mut self.coloring, &mut other.coloring);
        swap(&mut self.marks, &mut other.marks);
        (self.camera, self.show, self.selected) = (other.camera, other.show, other.selected);
        self.resolution.adapts = other.resolution.adapts;
        (self.paused, self.motion, self.looped) = (other.paused, other.motion, other.looped);
        let last = self.history.range().map(|[_, last]| last);
        if let Some(state) = last.and_then(|last| self.history.state(last)) {
            self.simulation.continue_from(&state)?;
            self.update_buffers()?;
        }
        Ok(())
    }

    /// Keeps the current frame for the timeline, and measures it.
    fn keep(&mut self) -> Result<(), Error> {
        let began = Instant::now();
        self.history.keep(&self.simulation.frame_state()?);
        let [simulating, measuring] = self.spent;
        if self.measured && measuring <= MEASURING * simulating {
            self.measure()?;
        }
        self.spent[1] += began.elapsed().as_secs_f64();
        Ok(())
    }

    /// Measures the current frame for panels.
    pub(crate) fn measure(&mut self) -> Result<(), Error> {
        let metrics = self.simulation.metrics()?;
        self.series.add(metrics);
        Ok(())
    }

    /// Whether a kept frame is shown instead of the last simulated one.
    pub(crate) fn is_replayed(&self) -> bool {
        self.live.is_some()
    }

    /// Shows a kept frame, the nearest one at or before `frame`.
    pub(crate) fn show_frame(&mut self, frame: u64, simulator: &Simulator) -> Result<(), Error> {
        let Some(frame) = self.history.nearest(frame) else {
            return Ok(());
        };
        if frame == self.simulation.frame() {
            return Ok(());
        }
        self.grab = None;
        self.simulation.grab(None);
        let live = self.live.take().unwrap_or_else(|| {
            // A diverged state cannot be saved; its frame is gone.
            let exact = self.simulation.save(&simulator.names()[0]);
            (self.simulation.frame(), exact.unwrap_or_default())
        });
        if live.0 == frame && !live.1.is_empty() {
            return self.load_exact(live.1);
        }
        self.live = Some(live);
        let Some(state) = self.history.state(frame) else {
            return Ok(());
        };
        match self.simulation.continue_from(&state) {
            Ok(()) | Err(pliant_sim::Error::State(_)) => {}
            Err(error) => return Err(error.into()),
        }
        self.update_buffers()
    }

    /// Shows the last kept frame after a divergence, or one up to `before` frames earlier, and simulates on from there.
    pub(crate) fn go_back(&mut self, before: u64) -> Result<(), Error> {
        let last = self.history.range().map_or(0, |[_, last]| last);
        let frame = self.history.nearest(last.saturating_sub(before));
        let Some(state) = frame.and_then(|frame| self.history.state(frame)) else {
            return self.reset();
        };
        self.live = None;
        self.simulation.continue_from(&state)?;
        self.history.truncate(state.frame);
        self.series.truncate(state.frame);
        self.update_buffers()
    }

    fn load_exact(&mut self, exact: Vec<u8>) -> Result<(), Error> {
        let checkpoint = Checkpoint::read(exact, self.simulation.identity())?;
        self.simulation.load(&checkpoint)?;
        self.update_buffers()
    }

    /// Simulates on from the shown frame: later frames are dropped. A bookmark continues bit for bit, other frames within a
    /// micrometre in a metre.
    fn go_on(&mut self) -> Result<(), Error> {
        if self.live.take().is_none() {
            return Ok(());
        }
        let frame = self.simulation.frame();
        let exact = self.history.exact(frame).map(<[u8]>::to_vec);
        if let Some(exact) = exact {
            self.load_exact(exact)?;
        }
        self.history.truncate(frame);
        self.series.truncate(frame);
        Ok(())
    }

    /// Sets a bookmark at the shown frame, or removes it; returns what it did. A bookmark of the last simulated frame keeps its exact state.
    pub(crate) fn toggle_bookmark(&mut self, simulator: &Simulator) -> Result<String, Error> {
        let frame = self.simulation.frame();
        if self.history.remove_bookmark(frame) {
            return Ok(format!("bookmark removed at frame {frame}"));
        }
        let exact = self.simulation.save(&simulator.names()[0])?;
        Ok(match self.history.bookmark(frame, exact) {
            (false, _) => "a bookmark takes more than half of the timeline's memory".to_owned(),
            (true, 0) => format!("bookmark set at frame {frame}"),
            (true, left) => {
                format!("bookmark set at frame {frame}; {left} older left, for want of memory")
            }
        })
    }

    /// The camera's viewpoint, beside the panels.
    pub(crate) fn viewpoint(&self) -> Viewpoint {
        Viewpoint {
            margins: self.margins,
            ..self.camera.viewpoint()
        }
    }

    /// Bytes of the simulation on its device.
    pub(crate) fn bytes(&self) -> u64 {
        self.simulation.bytes()
    }

    /// Simulates or replays the frames that are due after some real time.
    pub(crate) fn advance(&mut self, time: Duration, simulator: &Simulator) -> Result<(), Error> {
        if self.paused {
            return Ok(());
        }
        let began = Instant::now();
        self.clock.pass(time);
        while !self.paused && self.clock.take() {
            if self.motion == Motion::Simulate && self.is_slow() {
                self.due = true;
                break;
            }
            match self.motion {
                Motion::Simulate => self.step()?,
                Motion::Replay { backwards } => self.replay(backwards, simulator)?,
            }
            if began.elapsed() > LONGEST {
                break;
            }
        }
        self.clock.discard_backlog();
        Ok(())
    }

    /// Shows the next kept frame; at the end it begins again, or pauses.
    fn replay(&mut self, backwards: bool, simulator: &Simulator) -> Result<(), Error> {
        let Some([first, last]) = self.history.range() else {
            return Ok(());
        };
        let now = self.simulation.frame();
        let next = match backwards {
            true if now > first => now - 1,
            false if now < last => now + 1,
            _ if self.looped => {
                if backwards {
                    last
                } else {
                    first
                }
            }
            _ => {
                self.paused = true;
                return Ok(());
            }
        };
        self.show_frame(next, simulator)
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
        self.simulated_in > LONGEST && self.buffers.are_copied()
    }

    /// Prepares the simulation of a frame.
    pub(crate) fn begin_step(&mut self) -> Result<(), Error> {
        if self.history.len() == 0 {
            self.keep()?;
        }
        self.go_on()
    }

    /// The simulation, and what draws it.
    pub(crate) fn split(&mut self) -> (&mut Simulation<AnyEngine>, Scenery<'_>) {
        let poses = self.simulation.poses();
        let show = self.coloring.shown_with(self.show);
        let scenery = Scenery {
            camera: &mut self.camera,
            margins: self.margins,
            renderer: &mut self.renderer,
            resolution: &mut self.resolution,
            buffers: &mut self.buffers,
            coloring: &self.coloring,
            hidden: &self.hidden,
            selected: self.selected,
            show,
            poses,
        };
        (&mut self.simulation, scenery)
    }

    /// Keeps the frame that was simulated in this time.
    pub(crate) fn end_step(&mut self, time: Duration) -> Result<(), Error> {
        self.simulated_in = time;
        self.spent[0] += self.simulated_in.as_secs_f64();
        self.update_buffers()?;
        self.keep()
    }

    /// Goes back to frame 0.
    pub(crate) fn reset(&mut self) -> Result<(), Error> {
        self.grab = None;
        self.simulation.grab(None);
        self.clock = Clock::new(self.simulation.settings().dt());
        self.simulation.reset()?;
        self.live = None;
        self.history.truncate(0);
        self.series.truncate(0);
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
        self.grab = None;
        self.simulation.grab(None);
        self.clock = Clock::new(self.simulation.settings().dt());
        let loaded = checkpoint::load(file, &checkpoint, &mut self.simulation, simulator);
        self.live = None;
        let frame = self.simulation.frame();
        self.history.truncate(frame);
        self.series.truncate(frame);
        self.update_buffers()?;
        self.keep()?;
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

    /// Moves the camera so that the selected node is in view, else everything.
    pub(crate) fn frame_selected(&mut self) -> Result<(), Error> {
        let Some(node) = self.selected else {
            self.frame_all();
            return Ok(());
        };
        let particles = self.simulation.particles()?;
        let points: Vec<Vec3> = match self.scene.nodes[node].body {
            Some(body) => {
                let range = particles.first[body] as usize..particles.first[body + 1] as usize;
                let there = range.filter(|i| particles.present[*i]);
                there.map(|i| particles.positions[i].into()).collect()
            }
            None => self.renderer.corners(node, &self.simulation.poses()),
        };
        let bounds = Bounds::around(points);
        if !bounds.is_empty() {
            self.camera.frame(bounds);
        }
        Ok(())
    }

    /// Looks from a direction: rotation about +Y and elevation, rad.
    pub(crate) fn look(&mut self, yaw: f32, pitch: f32) {
        (self.camera.yaw, self.camera.pitch) = (yaw, pitch);
    }

    /// Looks from the place of the file's first camera; returns whether there is one.
    pub(crate) fn look_through(&mut self) -> bool {
        let poses = self.simulation.poses();
        let scene = &self.scene;
        let node = scene
            .order
            .iter()
            .find(|n| scene.nodes[**n].camera.is_some());
        let view = node.and_then(|n| self.renderer.camera(&scene.nodes[*n].name, &poses));
        if let Some(view) = &view {
            self.camera = OrbitCamera::at(view);
        }
        view.is_some()
    }

    /// An order to record all kept frames, in pictures of this size as they are seen now.
    pub(crate) fn order(
        &mut self,
        written: Written,
        source: Source,
        size: [u32; 2],
        devices: &Devices,
    ) -> Result<Order, Error> {
        if self.history.len() == 0 {
            self.keep()?;
        }
        Ok(Order {
            written,
            scene: self.scene.clone(),
            source,
            settings: self.simulation.settings().clone(),
            frames: self.history.all(),
            look: Look {
                camera: View::At(self.camera.viewpoint()),
                // Videos need even numbers of pixels.
                size: size.map(|pixels| pixels & !1),
                show: self.show,
                hidden: self.hidden.clone(),
            },
            coloring: self.coloring.clone(),
            device: devices.drawing()?.info().name.clone(),
        })
    }

    /// Computes the colours of the current state, where they show a quantity.
    pub(crate) fn color(&mut self) -> Result<(), Error> {
        self.coloring.update(&self.scene, &mut self.simulation)
    }

    /// The marks of the current state.
    pub(crate) fn draw_marks(&mut self) -> Result<Drawn, Error> {
        let viewpoint = self.viewpoint();
        self.marks.draw(&mut Subject {
            scene: &self.scene,
            simulation: &mut self.simulation,
            viewpoint,
            metrics: self.series.last.as_ref(),
        })
    }

    /// A picture of the scene without the overlay.
    pub(crate) fn image(&mut self, size: [u32; 2]) -> Result<Image, Error> {
        let (simulation, mut scenery) = self.split();
        scenery.draw(Some(simulation), |renderer, frame| {
            renderer.image(frame, size)
        })
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
        self.drawn_in = began.elapsed();
        Ok(shown)
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

/// What draws a playback, apart from the simulation, which a thread may need.
pub(crate) struct Scenery<'a> {
    pub(crate) camera: &'a mut OrbitCamera,
    /// Margins of the window that panels cover, pixels.
    pub(crate) margins: [f32; 4],
    renderer: &'a mut Renderer,
    resolution: &'a mut Resolution,
    buffers: &'a mut DrawnBuffers,
    coloring: &'a Coloring,
    hidden: &'a [bool],
    selected: Option<usize>,
    show: Show,
    poses: Vec<Mat4>,
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
        let scale = self.resolution.scale();
        let shown = self.draw(simulation, |renderer, frame| {
            renderer.present(window, size, frame, Some(overlay), scale)
        })?;
        self.resolution.drawn(began.elapsed());
        Ok(shown)
    }

    fn draw<T>(
        &mut self,
        simulation: Option<&mut Simulation<AnyEngine>>,
        draw: impl FnOnce(&mut Renderer, &Frame<'_>) -> Result<T, pliant_render::Error>,
    ) -> Result<T, Error> {
        let simulated = match simulation {
            Some(simulation) => Some(self.buffers.simulated(simulation, true)?),
            None => self.buffers.copied(),
        };
        let frame = Frame {
            poses: &self.poses,
            simulated,
            viewpoint: Viewpoint {
                margins: self.margins,
                ..self.camera.viewpoint()
            },
            show: self.show,
            hidden: self.hidden,
            selected: self.selected,
            colors: self.coloring.colors(),
        };
        Ok(draw(self.renderer, &frame)?)
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
