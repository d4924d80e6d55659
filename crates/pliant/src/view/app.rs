//! Handles the events of the window.

use super::edits::Edits;
use super::fly::{self, Flight};
use super::keys::{self, Action};
use super::overlay::OverlayMesh;
use super::panels::{Panels, Purpose, Shown};
use super::pick::CursorView;
use super::playback::{Motion, Playback, ViewSettings};
use super::pointer::{self, Change, Drag, Pointer};
use super::readout;
use super::record::Recording;
use super::screen::Screen;
use super::watch::Watch;
use crate::device::Devices;
use crate::exit::{Error, one_line};
use crate::options::ViewOptions;
use crate::{checkpoint, interrupt};
use glam::Vec2;
use pliant_outputs::{free_name, write_png};
use pliant_scene::{Overrides, Scene, Source};
use std::f32::consts::FRAC_PI_2;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};
use winit::application::ApplicationHandler;
use winit::event::{ElementState, KeyEvent, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow};
use winit::keyboard::{Key, ModifiersState, NamedKey};
use winit::window::WindowId;

/// Interval at which an idle window checks for signals.
const IDLE: Duration = Duration::from_millis(100);
/// Longest interval between the clicks of a double click.
const DOUBLE: Duration = Duration::from_millis(400);
/// Interval between two attempts to present a picture.
const RETRY: Duration = Duration::from_millis(10);
/// How long a message is shown.
const MESSAGE: Duration = Duration::from_secs(8);
/// Largest distance from the cursor at which a vertex is pulled, points.
const PICK_RADIUS: f64 = 40.0;

/// The viewer: a scene in playback, and its window.
pub(crate) struct Viewer<'a> {
    pub(super) options: &'a ViewOptions,
    pub(super) devices: Devices,
    pub(super) view_settings: ViewSettings,
    pub(super) playback: Playback,
    /// Where the scene comes from, and the keys that the command line gives it.
    pub(super) source: Source,
    pub(super) base: Overrides,
    pub(super) panels: Panels,
    pub(super) watch: Option<Watch>,
    /// The changed scene, which a thread loads.
    pub(super) loading: Option<Receiver<Result<Scene, pliant_scene::Error>>>,
    /// An error that stays, and whether the simulation diverged.
    pub(super) banner: Option<(String, bool)>,
    /// Whether keys were changed, so that the simulation has to be built again.
    pub(super) edited: bool,
    /// The changes with which the simulation was built.
    pub(super) built: Edits,
    /// A recording in progress, and how many frames it had when its progress was shown.
    pub(super) recording: Option<(Recording, usize)>,
    /// The checkpoint beside the scene.
    pub(super) state: PathBuf,
    pub(super) screen: Option<Screen>,
    pub(super) pointer: Pointer,
    pub(super) flight: Flight,
    /// Input that came while a frame was simulated, and why that failed.
    pub(super) later: Vec<(WindowId, WindowEvent)>,
    pub(super) failed: Option<Error>,
    /// The panels as they were drawn last.
    pub(super) overlay: Option<OverlayMesh>,
    /// When a lost device was opened again.
    pub(super) reopened: Option<Instant>,
    pub(super) modifiers: ModifiersState,
    /// The last click on the scene.
    clicked: Option<Instant>,
    help: bool,
    message: Option<(String, Instant)>,
    /// The time up to which the simulation was advanced.
    pub(super) last: Instant,
    /// Whether a picture is needed although no frame is due.
    pub(super) dirty: bool,
    pub(super) slow_reported: bool,
    result: Result<(), Error>,
}

impl<'a> Viewer<'a> {
    /// A viewer whose window is not open yet.
    pub(crate) fn new(
        options: &'a ViewOptions,
        devices: Devices,
        view_settings: ViewSettings,
        mut playback: Playback,
        source: Source,
    ) -> Self {
        let mut panels = Panels::new();
        playback.history.set_budget(panels.prefs.budget << 20);
        playback.resolution.adapts &= panels.prefs.adapt;
        let file = Some(options.scene.path.as_path()).filter(|path| *path != Path::new("-"));
        if let Some(file) = file {
            panels.prefs.opened(file);
            panels.prefs.save();
        }
        Self {
            base: options.scene.overrides(),
            watch: file.map(|file| Watch::new(file, &playback.scene.files)),
            source,
            panels,
            loading: None,
            banner: None,
            edited: false,
            built: Edits::default(),
            recording: None,
            options,
            devices,
            view_settings,
            playback,
            state: checkpoint::beside(&options.scene.path),
            screen: None,
            pointer: Pointer::default(),
            flight: Flight::default(),
            later: Vec::new(),
            failed: None,
            overlay: None,
            reopened: None,
            modifiers: ModifiersState::empty(),
            clicked: None,
            help: false,
            message: None,
            last: Instant::now(),
            dirty: true,
            slow_reported: false,
            result: Ok(()),
        }
    }

    /// The result, after the window was closed.
    pub(crate) fn finish(self) -> Result<(), Error> {
        let Self {
            result,
            devices,
            playback,
            recording,
            ..
        } = self;
        drop((recording, playback));
        result?;
        devices.validated()
    }

    /// Passes an event to the panels; returns whether they consumed it.
    fn panels_take(&mut self, event: &WindowEvent) -> bool {
        let Some(screen) = &self.screen else {
            return false;
        };
        let input = !matches!(event, WindowEvent::RedrawRequested);
        let is_tab = matches!(event, WindowEvent::KeyboardInput { event, .. }
            if event.logical_key == Key::Named(NamedKey::Tab));
        if !input || is_tab {
            return false;
        }
        let consumed = self.panels.event(&screen.window, event);
        self.dirty |= self.panels.prefs.panels || consumed;
        consumed && self.pointer.drag().is_none()
    }

    fn event(&mut self, events: &ActiveEventLoop, event: WindowEvent) -> Result<(), Error> {
        if self.panels_take(&event) {
            return Ok(());
        }
        match event {
            WindowEvent::RedrawRequested => return self.redraw(events),
            WindowEvent::CloseRequested | WindowEvent::Destroyed => events.exit(),
            WindowEvent::Resized(size) => self.resized(size.into()),
            WindowEvent::Occluded(hidden) => self.change(|screen| screen.hidden = hidden),
            WindowEvent::ScaleFactorChanged { scale_factor, .. } => {
                self.change(|screen| screen.scale = scale_factor);
            }
            WindowEvent::ModifiersChanged(modifiers) => self.modifiers = modifiers.state(),
            WindowEvent::Focused(false) => {
                self.flight.release();
                let change = self.pointer.release();
                return self.dragging(change);
            }
            WindowEvent::CursorMoved { position, .. } => {
                self.moved(Vec2::new(position.x as f32, position.y as f32));
            }
            WindowEvent::MouseInput { state, button, .. } => {
                let shift = self.modifiers.shift_key();
                let change = self.pointer.button(button, state, shift);
                return self.dragging(change);
            }
            WindowEvent::MouseWheel { delta, .. } => {
                self.playback.camera.zoom(pointer::steps(delta));
                self.pull();
                self.dirty = true;
            }
            WindowEvent::KeyboardInput { event, .. } => return self.key(events, &event),
            WindowEvent::DroppedFile(file) => self.load(&file),
            _ => {}
        }
        Ok(())
    }

    fn resized(&mut self, size: [u32; 2]) {
        self.change(|screen| {
            screen.size = size;
            screen.surface.resized();
        });
    }

    fn change(&mut self, change: impl FnOnce(&mut Screen)) {
        if let Some(screen) = &mut self.screen {
            change(screen);
        }
        self.dirty = true;
    }

    fn key(&mut self, events: &ActiveEventLoop, event: &KeyEvent) -> Result<(), Error> {
        let pressed = event.state == ElementState::Pressed;
        if !self.modifiers.control_key() && self.flight.key(event) {
            self.dirty = true;
            return Ok(());
        }
        let control = self.modifiers.control_key();
        let action = keys::action(&event.logical_key, control, event.repeat);
        match action.filter(|_| pressed) {
            Some(action) => self.act(events, action),
            None => Ok(()),
        }
    }

    /// Performs an action of a key or a menu.
    pub(super) fn act(&mut self, events: &ActiveEventLoop, action: Action) -> Result<(), Error> {
        self.dirty = true;
        let frame = self.playback.simulation().frame();
        let playback = &mut self.playback;
        match action {
            Action::Pause => self.toggle(),
            Action::Step => {
                self.pause(true);
                let stepped = self.playback.step();
                return self.pause_if_diverged(stepped);
            }
            Action::Reset => {
                self.pointer.release();
                self.banner = None;
                return self.playback.reset();
            }
            Action::FrameAll => playback.frame_all(),
            Action::Front => playback.look(0.0, 0.0),
            Action::Right => playback.look(FRAC_PI_2, 0.0),
            Action::Top => playback.look(0.0, FRAC_PI_2 - 1e-3),
            Action::Parallel => playback.camera.parallel ^= true,
            Action::FileCamera => {
                if !playback.look_through() {
                    self.show_message("the file has no camera".to_owned());
                }
            }
            Action::FrameSelected => return playback.frame_selected(),
            Action::Panels => {
                self.panels.prefs.panels ^= true;
                self.panels.prefs.save();
            }
            Action::FrameBefore => return self.show_frame(frame.saturating_sub(1)),
            Action::FrameAfter => return self.show_frame(frame + 1),
            Action::Bookmark => return self.bookmark(),
            Action::Wireframe => playback.show.wireframe ^= true,
            Action::Particles => playback.show.particles ^= true,
            Action::Links => playback.show.links ^= true,
            Action::Balls => playback.show.balls ^= true,
            Action::Colors => {
                playback.coloring.next();
                let shown = playback.coloring.shown();
                let by = shown.map_or("materials".to_owned(), |choice| choice.label.to_lowercase());
                self.show_message(format!("colours show {by}"));
            }
            Action::Fly => self.flight.toggle(),
            Action::Pin => return self.pin(),
            Action::Unpin => return self.unpin(),
            Action::Marks => playback.marks.toggle_all(),
            Action::Help => self.help ^= true,
            Action::Open => self.choose(Purpose::Open),
            Action::SaveScene => self.choose(Purpose::SaveScene),
            Action::Record => self.choose(Purpose::Record),
            Action::Save => return self.save_state(),
            Action::Load => return self.load_state(),
            Action::Screenshot => return self.screenshot(),
            Action::Quit if self.flight.on => self.flight.toggle(),
            Action::Quit => events.exit(),
        }
        Ok(())
    }

    /// Opens a window to choose a file.
    fn choose(&mut self, purpose: Purpose) {
        self.panels.choose(purpose, &self.playback.scene.name);
    }

    /// Pauses, or simulates on from the shown frame.
    fn toggle(&mut self) {
        let paused = !self.playback.paused;
        self.playback.motion = Motion::Simulate;
        self.pause(paused);
    }

    /// Shows a kept frame and pauses.
    pub(super) fn show_frame(&mut self, frame: u64) -> Result<(), Error> {
        self.pause(true);
        self.pointer.release();
        self.playback.show_frame(frame, &self.devices.simulator)
    }

    /// Sets or removes a bookmark.
    pub(super) fn bookmark(&mut self) -> Result<(), Error> {
        let done = self.playback.toggle_bookmark(&self.devices.simulator)?;
        self.show_message(done);
        Ok(())
    }

    pub(super) fn pause(&mut self, paused: bool) {
        self.playback.paused = paused;
        self.last = Instant::now();
    }

    fn cursor(&self) -> Option<CursorView> {
        Some(CursorView {
            viewpoint: self.playback.viewpoint(),
            size: self.screen.as_ref()?.size,
            at: self.pointer.at,
        })
    }

    fn moved(&mut self, to: Vec2) {
        let displacement = self.pointer.moved(to);
        let height = self.screen.as_ref().map_or(1, |s| s.size[1]).max(1);
        let fraction = displacement / height as f32;
        match self.pointer.drag() {
            Some(Drag::Orbit) if self.flight.on => self.playback.camera.look_around(fraction),
            Some(Drag::Orbit) => self.playback.camera.orbit(fraction),
            Some(Drag::Pan) => self.playback.camera.pan(fraction),
            Some(Drag::Pull) => return self.pull(),
            None => return,
        }
        self.dirty = true;
    }

    /// The cursor, and the largest distance at which it picks a vertex, pixels.
    pub(super) fn cursor_and_radius(&self) -> Option<(CursorView, f32)> {
        let scale = self.screen.as_ref().map_or(1.0, |s| s.scale);
        Some((self.cursor()?, (PICK_RADIUS * scale) as f32))
    }

    fn pull(&mut self) {
        if let Some(cursor) = self.cursor() {
            self.playback.pull_to(&cursor);
        }
    }

    fn dragging(&mut self, change: Option<Change>) -> Result<(), Error> {
        let Some((cursor, radius)) = self.cursor_and_radius() else {
            return Ok(());
        };
        match change {
            Some(Change::Begins(Drag::Pull)) => self.playback.pull(&cursor, radius),
            Some(Change::Ends(Drag::Pull)) => self.playback.release(&cursor),
            Some(Change::Ends(Drag::Orbit)) if self.pointer.clicked() => {
                self.dirty = true;
                let last = self.clicked.replace(Instant::now());
                if last.is_some_and(|last| last.elapsed() < DOUBLE) {
                    self.clicked = None;
                    return self.playback.center(&cursor, radius);
                }
                self.playback.select(&cursor, radius)
            }
            _ => Ok(()),
        }
    }

    /// Simulates the frames that are due and presents a picture.
    fn redraw(&mut self, events: &ActiveEventLoop) -> Result<(), Error> {
        let passed = std::mem::replace(&mut self.last, Instant::now()).elapsed();
        if self.screen.as_ref().is_none_or(|s| !s.visible()) {
            return Ok(());
        }
        let fast = self.modifiers.shift_key();
        self.flight.advance(&mut self.playback.camera, fast);
        self.playback.measured = self.panels.need_metrics() || self.playback.marks.need_metrics();
        self.lose_for_test()?;
        let advanced = self.playback.advance(passed, &self.devices.simulator);
        self.pause_if_diverged(advanced)?;
        self.report_speed();
        let shown = self.present(events)?;
        self.dirty |= !shown;
        if !shown {
            // The window is about to change: an immediate attempt would fail again.
            std::thread::sleep(RETRY);
        }
        Ok(())
    }

    fn present(&mut self, events: &ActiveEventLoop) -> Result<bool, Error> {
        self.measure()?;
        self.playback.color()?;
        let Some(screen) = &mut self.screen else {
            return Ok(true);
        };
        let size = screen.size;
        let mut text = readout::readout(&mut self.playback, &self.devices);
        text.help = self.help;
        let hint = self.flight.on.then(|| fly::HINT.to_owned());
        text.message = self.message.as_ref().map(|(text, _)| text.clone()).or(hint);
        text.spring = readout::spring(&mut self.playback, size, screen.scale)?;
        text.marks = readout::marks(&mut self.playback, size, screen.scale)?;
        let banner = self.banner.as_ref();
        let shown = Shown {
            playback: &mut self.playback,
            devices: &self.devices,
            text,
            banner: banner.map(|(text, diverged)| (text.as_str(), *diverged)),
            recording: self.recording.as_ref().map(|(recording, _)| recording),
        };
        let mut layout = self.panels.lay_out(&screen.window, shown);
        self.playback.margins = layout.margins;
        screen.window.pre_present_notify();
        let shown = self
            .playback
            .present(&mut screen.surface, size, layout.mesh.overlay())?;
        layout.mesh.forget_textures();
        self.overlay = Some(layout.mesh);
        self.dirty = layout.again || !layout.requests.is_empty() || self.flight.moves();
        if shown && !std::mem::replace(&mut screen.shown, true) {
            tracing::debug!("the window shows the scene");
            // The first picture takes longer than later ones, so its time does not count.
            self.last = Instant::now();
        }
        for request in layout.requests {
            self.perform(events, request)?;
        }
        self.rebuild_if_edited()?;
        Ok(shown)
    }

    /// Measures the shown frame, where a panel in view needs that and a paused viewer has not done it yet.
    fn measure(&mut self) -> Result<(), Error> {
        let playback = &mut self.playback;
        let known = playback.series.last.as_ref().map(|m| m.frame);
        let missing = known != Some(playback.simulation().frame());
        if playback.measured && playback.paused && missing {
            playback.measure()?;
        }
        Ok(())
    }

    /// Pauses after a divergence, so that the state can be inspected; any other error ends the viewer.
    pub(super) fn pause_if_diverged(&mut self, result: Result<(), Error>) -> Result<(), Error> {
        let Err(Error::Diverged { why, .. }) = result else {
            return result;
        };
        tracing::error!("{}", one_line(&why));
        self.pause(true);
        self.playback.go_back(0)?;
        let frame = self.playback.simulation().frame();
        let text = format!("{why}. Frame {frame}, the last good one, is shown.");
        self.banner = Some((text, true));
        Ok(())
    }

    pub(super) fn show_message(&mut self, message: String) {
        self.message = Some((message, Instant::now()));
        self.dirty = true;
    }

    fn report_speed(&mut self) {
        if self.playback.clock.slow() && !self.slow_reported {
            self.slow_reported = true;
            let speed = self.playback.clock.speed().unwrap_or_default();
            tracing::warn!(
                "{} runs slower than real time ({speed:.2} of real time): use fewer --substeps, or a faster --device",
                self.playback.scene.name
            );
        }
    }

    /// Writes a picture of the scene without the overlay. A failure is reported and does not end the viewer.
    fn screenshot(&mut self) -> Result<(), Error> {
        let Some(screen) = self.screen.as_ref().filter(|s| s.visible()) else {
            return Ok(());
        };
        let size = screen.size;
        let picture = self.playback.image(size)?;
        let stem = Path::new(&self.playback.scene.name).file_stem();
        let file = free_name(stem.unwrap_or("pliant".as_ref()), "png");
        match write_png(&file, &picture) {
            Ok(()) => {
                let text = format!("wrote {}", file.display());
                tracing::info!("{text}");
                self.show_message(text);
            }
            Err(error) => self.report_error(&error),
        }
        self.last = Instant::now();
        Ok(())
    }

    /// Saves the state beside the scene.
    fn save_state(&mut self) -> Result<(), Error> {
        self.save_state_as(&self.state.clone())
    }

    /// Saves the state to a file.
    pub(super) fn save_state_as(&mut self, file: &Path) -> Result<(), Error> {
        let simulator = &self.devices.simulator;
        let saved = self.playback.save_state(file, simulator);
        self.report_state("saved", file, saved)
    }

    /// Loads the state beside the scene.
    fn load_state(&mut self) -> Result<(), Error> {
        self.pointer.release();
        let simulator = &self.devices.simulator;
        let loaded = self.playback.load_state(&self.state, simulator);
        self.report_state("loaded", &self.state.clone(), loaded)
    }

    /// Shows what became of a checkpoint. A file that cannot be written or loaded does not end the viewer.
    fn report_state(
        &mut self,
        done: &str,
        file: &Path,
        result: Result<(), Error>,
    ) -> Result<(), Error> {
        match result {
            Ok(()) => {
                let frame = self.playback.simulation().frame();
                let text = format!("{done} {}, frame {frame}", file.display());
                tracing::info!("{text}");
                self.show_message(text);
            }
            Err(error @ (Error::Scene(_) | Error::Output(_))) => self.report_error(&error),
            error => return error,
        }
        self.last = Instant::now();
        Ok(())
    }

    pub(super) fn report_error(&mut self, error: &impl Display) {
        let text = one_line(&error.to_string());
        tracing::error!("{text}");
        self.show_message(text);
    }

    /// Requests a picture if one is due, and sets the time to sleep.
    fn schedule(&mut self, events: &ActiveEventLoop) {
        if self
            .message
            .as_ref()
            .is_some_and(|m| m.1.elapsed() > MESSAGE)
        {
            self.message = None;
            self.dirty = true;
        }
        let now = Instant::now();
        let due = self.last + self.playback.clock.wait();
        let mut until = now + IDLE;
        if let Some(screen) = self.screen.as_ref().filter(|s| s.visible()) {
            let rests = !self.dirty && self.playback.paused && self.playback.resolution.rests();
            if self.dirty || rests || (!self.playback.paused && due <= now) {
                screen.window.request_redraw();
            } else if !self.playback.paused {
                until = until.min(due);
            }
        }
        events.set_control_flow(ControlFlow::WaitUntil(until));
    }

    pub(super) fn end(&mut self, events: &ActiveEventLoop, result: Result<(), Error>) {
        if result.is_err() {
            self.result = result;
            events.exit();
        }
    }
}

impl ApplicationHandler for Viewer<'_> {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        if self.screen.is_none() {
            match Screen::open(events, &self.playback, self.view_settings.size) {
                Ok(screen) => {
                    self.panels.attach(&screen.window);
                    self.screen = Some(screen);
                }
                Err(error) => self.end(events, Err(error)),
            }
        }
    }

    fn window_event(&mut self, events: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        if !events.exiting() {
            let done = self.event(events, event);
            let done = self.reopen_if_lost(events, done);
            self.end(events, done);
        }
    }

    fn about_to_wait(&mut self, events: &ActiveEventLoop) {
        if interrupt::requested() {
            self.end(events, Err(Error::Interrupted));
        }
        self.handle_later(events);
        self.follow_recording();
        let reloaded = self.reload_if_changed();
        self.end(events, reloaded);
        self.schedule(events);
    }

    fn exiting(&mut self, _: &ActiveEventLoop) {
        // The window must be closed before its display.
        self.screen = None;
    }
}
