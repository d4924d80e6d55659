//! Handles the events of the window.

use super::document::Document;
use super::fly;
use super::input::{Deferred, Input};
use super::keys::{self, Action};
use super::notices::Notices;
use super::pace::Pace;
use super::panels::{Panels, Purpose, Shown};
use super::pick::CursorView;
use super::playback::Playback;
use super::pointer::{self, Change, Drag};
use super::readout;
use super::record::Recording;
use super::screen::Screen;
use super::transport::Motion;
use crate::device::Devices;
use crate::exit::{Error, one_line};
use crate::interrupt;
use crate::options::ViewOptions;
use glam::Vec2;
use pliant_outputs::{free_name, write_png};
use pliant_scene::Source;
use std::f32::consts::FRAC_PI_2;
use std::fmt::Display;
use std::path::Path;
use std::time::{Duration, Instant};
use winit::application::ApplicationHandler;
use winit::event::{ElementState, KeyEvent, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow};
use winit::keyboard::{Key, NamedKey};
use winit::window::WindowId;

/// Interval at which an idle window checks for signals.
const IDLE: Duration = Duration::from_millis(100);
/// Interval between two attempts to present a picture.
const RETRY: Duration = Duration::from_millis(10);
/// Largest distance from the cursor at which a vertex is pulled, points.
const PICK_RADIUS: f64 = 40.0;

/// The viewer: a scene in playback, and its window.
pub(crate) struct Viewer<'a> {
    pub(super) options: &'a ViewOptions,
    pub(super) devices: Devices,
    pub(super) playback: Playback,
    /// Where the scene comes from.
    pub(super) document: Document,
    pub(super) panels: Panels,
    /// What is shown over the scene.
    pub(super) notices: Notices,
    /// A recording in progress, and how many frames it had when its progress was shown.
    pub(super) recording: Option<(Recording, usize)>,
    pub(super) screen: Option<Screen>,
    pub(super) input: Input,
    /// What waits for the end of a slow frame.
    pub(super) deferred: Deferred,
    /// When the next picture is due.
    pub(super) pace: Pace,
    /// When a lost device was opened again.
    pub(super) reopened: Option<Instant>,
    result: Result<(), Error>,
}

impl<'a> Viewer<'a> {
    /// A viewer whose window is not open yet.
    pub(crate) fn new(
        options: &'a ViewOptions,
        devices: Devices,
        mut playback: Playback,
        source: Source,
    ) -> Self {
        let mut panels = Panels::new();
        playback.prefer(&panels.prefs);
        if let Some(file) = options.scene.file() {
            panels.prefs.opened(file);
            panels.prefs.save();
        }
        Self {
            document: Document::new(&options.scene, source, &playback.scene),
            panels,
            notices: Notices::default(),
            recording: None,
            options,
            devices,
            playback,
            screen: None,
            input: Input::default(),
            deferred: Deferred::default(),
            pace: Pace::new(),
            reopened: None,
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
        self.pace.dirty |= self.panels.prefs.panels || consumed;
        consumed && self.input.pointer.drag().is_none()
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
            WindowEvent::ModifiersChanged(modifiers) => self.input.modifiers = modifiers.state(),
            WindowEvent::Focused(false) => {
                self.input.flight.release();
                let change = self.input.pointer.release();
                return self.dragging(change);
            }
            WindowEvent::CursorMoved { position, .. } => {
                self.moved(Vec2::new(position.x as f32, position.y as f32));
            }
            WindowEvent::MouseInput { state, button, .. } => {
                let shift = self.input.modifiers.shift_key();
                let change = self.input.pointer.button(button, state, shift);
                return self.dragging(change);
            }
            WindowEvent::MouseWheel { delta, .. } => {
                self.playback.viewport.camera.zoom(pointer::steps(delta));
                self.pull();
                self.pace.dirty = true;
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
        self.pace.dirty = true;
    }

    fn key(&mut self, events: &ActiveEventLoop, event: &KeyEvent) -> Result<(), Error> {
        let pressed = event.state == ElementState::Pressed;
        if !self.input.modifiers.control_key() && self.input.flight.key(event) {
            self.pace.dirty = true;
            return Ok(());
        }
        let control = self.input.modifiers.control_key();
        let action = keys::action(&event.logical_key, control, event.repeat);
        match action.filter(|_| pressed) {
            Some(action) => self.act(events, action),
            None => Ok(()),
        }
    }

    /// Performs an action of a key or a menu.
    pub(super) fn act(&mut self, events: &ActiveEventLoop, action: Action) -> Result<(), Error> {
        self.pace.dirty = true;
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
                self.input.pointer.release();
                self.notices.banner = None;
                return self.playback.reset();
            }
            Action::FrameAll => playback.viewport.frame_all(),
            Action::Front => playback.viewport.look(0.0, 0.0),
            Action::Right => playback.viewport.look(FRAC_PI_2, 0.0),
            Action::Top => playback.viewport.look(0.0, FRAC_PI_2 - 1e-3),
            Action::Parallel => playback.viewport.camera.parallel ^= true,
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
            Action::Wireframe => playback.appearance.show.wireframe ^= true,
            Action::Particles => playback.appearance.show.particles ^= true,
            Action::Links => playback.appearance.show.links ^= true,
            Action::Balls => playback.appearance.show.balls ^= true,
            Action::Colors => {
                playback.appearance.coloring.next();
                let shown = playback.appearance.coloring.shown();
                let by = shown.map_or("materials".to_owned(), |choice| choice.label.to_lowercase());
                self.show_message(format!("colours show {by}"));
            }
            Action::Fly => self.input.flight.toggle(),
            Action::Pin => return self.pin(),
            Action::Unpin => return self.unpin(),
            Action::Marks => playback.appearance.marks.toggle_all(),
            Action::Help => self.notices.help ^= true,
            Action::Open => self.choose(Purpose::Open),
            Action::SaveScene => self.choose(Purpose::SaveScene),
            Action::Record => self.choose(Purpose::Record),
            Action::Save => return self.save_state(),
            Action::Load => return self.load_state(),
            Action::Screenshot => return self.screenshot(),
            Action::Quit if self.input.flight.on => self.input.flight.toggle(),
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
        let paused = !self.playback.transport.paused;
        self.playback.transport.motion = Motion::Simulate;
        self.pause(paused);
    }

    /// Shows a kept frame and pauses.
    pub(super) fn show_frame(&mut self, frame: u64) -> Result<(), Error> {
        self.pause(true);
        self.input.pointer.release();
        self.playback.show_frame(frame, &self.devices.simulator)
    }

    /// Sets or removes a bookmark.
    pub(super) fn bookmark(&mut self) -> Result<(), Error> {
        let done = self.playback.toggle_bookmark(&self.devices.simulator)?;
        self.show_message(done);
        Ok(())
    }

    pub(super) fn pause(&mut self, paused: bool) {
        self.playback.transport.paused = paused;
        self.pace.restart();
    }

    fn cursor(&self) -> Option<CursorView> {
        Some(CursorView {
            viewpoint: self.playback.viewport.viewpoint(),
            size: self.screen.as_ref()?.size,
            at: self.input.pointer.at,
        })
    }

    fn moved(&mut self, to: Vec2) {
        let displacement = self.input.pointer.moved(to);
        let height = self.screen.as_ref().map_or(1, |s| s.size[1]).max(1);
        let fraction = displacement / height as f32;
        match self.input.pointer.drag() {
            Some(Drag::Orbit) if self.input.flight.on => {
                self.playback.viewport.camera.look_around(fraction);
            }
            Some(Drag::Orbit) => self.playback.viewport.camera.orbit(fraction),
            Some(Drag::Pan) => self.playback.viewport.camera.pan(fraction),
            Some(Drag::Pull) => return self.pull(),
            None => return,
        }
        self.pace.dirty = true;
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
            Some(Change::Ends(Drag::Orbit)) if self.input.pointer.clicked() => {
                self.pace.dirty = true;
                if self.input.double_clicks() {
                    return self.playback.center(&cursor, radius);
                }
                self.playback.select(&cursor, radius)
            }
            _ => Ok(()),
        }
    }

    /// Simulates the frames that are due and presents a picture.
    fn redraw(&mut self, events: &ActiveEventLoop) -> Result<(), Error> {
        let passed = self.pace.pass();
        if self.screen.as_ref().is_none_or(|s| !s.visible()) {
            return Ok(());
        }
        let fast = self.input.modifiers.shift_key();
        self.input
            .flight
            .advance(&mut self.playback.viewport.camera, fast);
        self.playback.timeline.measured =
            self.panels.need_metrics() || self.playback.appearance.marks.need_metrics();
        self.lose_for_test()?;
        let advanced = self.playback.advance(passed, &self.devices.simulator);
        self.pause_if_diverged(advanced)?;
        self.report_speed();
        let shown = self.present(events)?;
        self.pace.dirty |= !shown;
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
        text.help = self.notices.help;
        let hint = self.input.flight.on.then(|| fly::HINT.to_owned());
        text.message = self.notices.message().cloned().or(hint);
        text.spring = readout::spring(&mut self.playback, size, screen.scale)?;
        text.marks = readout::marks(&mut self.playback, size, screen.scale)?;
        let shown = Shown {
            playback: &mut self.playback,
            devices: &self.devices,
            text,
            banner: self.notices.banner(),
            recording: self.recording.as_ref().map(|(recording, _)| recording),
        };
        let mut layout = self.panels.lay_out(&screen.window, shown);
        self.playback.viewport.margins = layout.margins;
        screen.window.pre_present_notify();
        let shown = self
            .playback
            .present(&mut screen.surface, size, layout.mesh.overlay())?;
        layout.mesh.forget_textures();
        self.panels.drawn = Some(layout.mesh);
        self.pace.dirty = layout.again || !layout.requests.is_empty() || self.input.flight.moves();
        if shown && !std::mem::replace(&mut screen.shown, true) {
            tracing::debug!("the window shows the scene");
            // The first picture takes longer than later ones, so its time does not count.
            self.pace.restart();
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
        let known = playback.timeline.series.last.as_ref().map(|m| m.frame);
        let missing = known != Some(playback.simulation().frame());
        if playback.timeline.measured && playback.transport.paused && missing {
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
        self.notices.banner = Some((text, true));
        Ok(())
    }

    pub(super) fn show_message(&mut self, message: String) {
        self.notices.show(message);
        self.pace.dirty = true;
    }

    fn report_speed(&mut self) {
        if self.playback.transport.clock.slow() && !self.notices.slow_reported {
            self.notices.slow_reported = true;
            let speed = self.playback.transport.clock.speed().unwrap_or_default();
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
        self.pace.restart();
        Ok(())
    }

    /// Saves the state next to the scene.
    fn save_state(&mut self) -> Result<(), Error> {
        self.save_state_as(&self.document.checkpoint.clone())
    }

    /// Saves the state to a file.
    pub(super) fn save_state_as(&mut self, file: &Path) -> Result<(), Error> {
        let simulator = &self.devices.simulator;
        let saved = self.playback.save_state(file, simulator);
        self.report_state("saved", file, saved)
    }

    /// Loads the state next to the scene.
    fn load_state(&mut self) -> Result<(), Error> {
        self.input.pointer.release();
        let simulator = &self.devices.simulator;
        let file = self.document.checkpoint.clone();
        let loaded = self.playback.load_state(&file, simulator);
        self.report_state("loaded", &file, loaded)
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
        self.pace.restart();
        Ok(())
    }

    pub(super) fn report_error(&mut self, error: &impl Display) {
        let text = one_line(&error.to_string());
        tracing::error!("{text}");
        self.show_message(text);
    }

    /// Requests a picture if one is due, and sets the time to sleep.
    fn schedule(&mut self, events: &ActiveEventLoop) {
        self.pace.dirty |= self.notices.expire();
        let now = Instant::now();
        let due = self.pace.last + self.playback.transport.clock.wait();
        let mut until = now + IDLE;
        if let Some(screen) = self.screen.as_ref().filter(|s| s.visible()) {
            let rests = !self.pace.dirty
                && self.playback.transport.paused
                && self.playback.viewport.resolution.rests();
            if self.pace.dirty || rests || (!self.playback.transport.paused && due <= now) {
                screen.window.request_redraw();
            } else if !self.playback.transport.paused {
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
            match Screen::open(events, &self.playback, self.playback.view_settings.size) {
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
