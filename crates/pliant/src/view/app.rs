//! Handles the events of the window.

use super::keys::{self, Action};
use super::overlay::OverlayLayout;
use super::pick::CursorView;
use super::playback::{Playback, ViewSettings};
use super::pointer::{self, Change, Drag, Pointer};
use super::readout;
use super::screen::Screen;
use crate::device::Devices;
use crate::exit::{Error, one_line};
use crate::options::ViewOptions;
use crate::outputs::{free_name, write_png};
use crate::{checkpoint, interrupt, load};
use glam::Vec2;
use pliant_scene::{Overrides, Source};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use winit::application::ApplicationHandler;
use winit::event::{ElementState, KeyEvent, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow};
use winit::keyboard::ModifiersState;
use winit::window::WindowId;

/// Interval at which an idle window checks for signals.
const IDLE: Duration = Duration::from_millis(100);
/// Interval between two attempts to present a picture.
const RETRY: Duration = Duration::from_millis(10);
/// How long a message is shown.
const MESSAGE: Duration = Duration::from_secs(8);
/// Largest distance from the cursor at which a vertex is pulled, points.
const PICK_RADIUS: f64 = 40.0;

/// The viewer: a scene in playback, and its window.
pub(crate) struct Viewer<'a> {
    options: &'a ViewOptions,
    devices: &'a Devices,
    view_settings: ViewSettings,
    playback: Playback,
    /// The checkpoint beside the scene.
    state: PathBuf,
    screen: Option<Screen>,
    pointer: Pointer,
    modifiers: ModifiersState,
    layout: OverlayLayout,
    help: bool,
    message: Option<(String, Instant)>,
    /// The time up to which the simulation was advanced.
    last: Instant,
    /// Whether a picture is needed although no frame is due.
    dirty: bool,
    slow_reported: bool,
    result: Result<(), Error>,
}

impl<'a> Viewer<'a> {
    /// A viewer whose window is not open yet.
    pub(crate) fn new(
        options: &'a ViewOptions,
        devices: &'a Devices,
        view_settings: ViewSettings,
        playback: Playback,
    ) -> Self {
        Self {
            options,
            devices,
            view_settings,
            playback,
            state: checkpoint::beside(&options.scene.path),
            screen: None,
            pointer: Pointer::default(),
            modifiers: ModifiersState::empty(),
            layout: OverlayLayout::new(),
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
        self.result
    }

    fn event(&mut self, events: &ActiveEventLoop, event: WindowEvent) -> Result<(), Error> {
        match event {
            WindowEvent::RedrawRequested => return self.redraw(),
            WindowEvent::CloseRequested | WindowEvent::Destroyed => events.exit(),
            WindowEvent::Resized(size) => self.resized(size.into()),
            WindowEvent::Occluded(hidden) => self.change(|screen| screen.hidden = hidden),
            WindowEvent::ScaleFactorChanged { scale_factor, .. } => {
                self.change(|screen| screen.scale = scale_factor);
            }
            WindowEvent::ModifiersChanged(modifiers) => self.modifiers = modifiers.state(),
            WindowEvent::Focused(false) => {
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
        let Some(action) = keys::action(&event.logical_key, event.repeat).filter(|_| pressed)
        else {
            return Ok(());
        };
        self.dirty = true;
        let playback = &mut self.playback;
        match action {
            Action::Pause => self.pause(!self.playback.paused),
            Action::Step => {
                self.pause(true);
                let stepped = self.playback.step();
                return self.pause_if_diverged(stepped);
            }
            Action::Reset => {
                self.pointer.release();
                return self.playback.reset();
            }
            Action::FrameAll => playback.frame_all(),
            Action::Wireframe => playback.show.wireframe ^= true,
            Action::Particles => playback.show.particles ^= true,
            Action::Links => playback.show.links ^= true,
            Action::Balls => playback.show.balls ^= true,
            Action::Help => self.help ^= true,
            Action::Save => return self.save_state(),
            Action::Load => return self.load_state(),
            Action::Screenshot => return self.screenshot(),
            Action::Quit => events.exit(),
        }
        Ok(())
    }

    fn pause(&mut self, paused: bool) {
        self.playback.paused = paused;
        self.last = Instant::now();
    }

    fn cursor(&self) -> Option<CursorView> {
        Some(CursorView {
            viewpoint: self.playback.camera.viewpoint(),
            size: self.screen.as_ref()?.size,
            at: self.pointer.at,
        })
    }

    fn moved(&mut self, to: Vec2) {
        let displacement = self.pointer.moved(to);
        let height = self.screen.as_ref().map_or(1, |s| s.size[1]).max(1);
        let fraction = displacement / height as f32;
        match self.pointer.drag() {
            Some(Drag::Orbit) => self.playback.camera.orbit(fraction),
            Some(Drag::Pan) => self.playback.camera.pan(fraction),
            Some(Drag::Pull) => return self.pull(),
            None => return,
        }
        self.dirty = true;
    }

    fn pull(&mut self) {
        if let Some(cursor) = self.cursor() {
            self.playback.pull_to(&cursor);
        }
    }

    fn dragging(&mut self, change: Option<Change>) -> Result<(), Error> {
        let Some(cursor) = self.cursor() else {
            return Ok(());
        };
        match change {
            Some(Change::Begins(Drag::Pull)) => {
                let scale = self.screen.as_ref().map_or(1.0, |s| s.scale);
                self.playback.pull(&cursor, (PICK_RADIUS * scale) as f32)
            }
            Some(Change::Ends(Drag::Pull)) => self.playback.release(&cursor),
            _ => Ok(()),
        }
    }

    /// Simulates the frames that are due and presents a picture.
    fn redraw(&mut self) -> Result<(), Error> {
        let passed = std::mem::replace(&mut self.last, Instant::now()).elapsed();
        if self.screen.as_ref().is_none_or(|s| !s.visible()) {
            return Ok(());
        }
        let advanced = self.playback.advance(passed);
        self.pause_if_diverged(advanced)?;
        self.report_speed();
        self.dirty = !self.present()?;
        if self.dirty {
            // The window is about to change: an immediate attempt would fail again.
            std::thread::sleep(RETRY);
        }
        Ok(())
    }

    fn present(&mut self) -> Result<bool, Error> {
        let Some(screen) = &mut self.screen else {
            return Ok(true);
        };
        let size = screen.size;
        let mut text = readout::readout(&mut self.playback, self.devices);
        text.help = self.help;
        text.message = self.message.as_ref().map(|(text, _)| text.clone());
        let scale = screen.scale as f32;
        let mesh = self.layout.write(&text, size, scale);
        screen.window.pre_present_notify();
        let shown = self
            .playback
            .present(&mut screen.surface, size, mesh.overlay())?;
        if shown && !std::mem::replace(&mut screen.shown, true) {
            tracing::debug!("the window shows the scene");
            // The first picture takes longer than later ones, so its time does not count.
            self.last = Instant::now();
        }
        Ok(shown)
    }

    /// Pauses after a divergence, so that the state can be inspected; any other error ends the viewer.
    fn pause_if_diverged(&mut self, result: Result<(), Error>) -> Result<(), Error> {
        let Err(Error::Diverged(why)) = result else {
            return result;
        };
        tracing::error!("{}", one_line(&why));
        self.show_message(format!("{why} (R resets)"));
        self.pause(true);
        Ok(())
    }

    fn show_message(&mut self, message: String) {
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
        let simulator = &self.devices.simulator;
        let saved = self.playback.save_state(&self.state, simulator);
        self.report_state("saved", saved)
    }

    /// Loads the state beside the scene.
    fn load_state(&mut self) -> Result<(), Error> {
        self.pointer.release();
        let simulator = &self.devices.simulator;
        let loaded = self.playback.load_state(&self.state, simulator);
        self.report_state("loaded", loaded)
    }

    /// Shows what became of a checkpoint. A file that cannot be written or loaded does not end the viewer.
    fn report_state(&mut self, done: &str, result: Result<(), Error>) -> Result<(), Error> {
        match result {
            Ok(()) => {
                let frame = self.playback.simulation().frame();
                let text = format!("{done} {}, frame {frame}", self.state.display());
                tracing::info!("{text}");
                self.show_message(text);
            }
            Err(error @ (Error::Scene(_) | Error::Output { .. })) => self.report_error(&error),
            error => return error,
        }
        self.last = Instant::now();
        Ok(())
    }

    fn report_error(&mut self, error: &Error) {
        let text = one_line(&error.to_string());
        tracing::error!("{text}");
        self.show_message(text);
    }

    /// Replaces the scene; where the file cannot be loaded, the old scene remains.
    fn load(&mut self, file: &Path) {
        match self.open(file.to_owned()) {
            Ok(playback) => {
                self.pointer.release();
                self.playback = playback;
                self.state = checkpoint::beside(file);
                self.slow_reported = false;
                if let Some(screen) = &self.screen {
                    screen.update_title(&self.playback);
                }
                tracing::info!("loaded {}", file.display());
                self.show_message(format!("loaded {}", file.display()));
            }
            Err(error) => self.report_error(&error),
        }
        self.last = Instant::now();
    }

    /// Loads a scene without the overrides of nodes, which are for the scene of the command line.
    fn open(&self, file: PathBuf) -> Result<Playback, Error> {
        let scene = pliant_scene::load(&Source::File(file), &Overrides::default())?;
        load::warn(&scene);
        let settings = load::settings(&self.options.scene, &scene)?;
        Playback::new(self.devices, scene, settings, self.view_settings)
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
            if self.dirty || (!self.playback.paused && due <= now) {
                screen.window.request_redraw();
            } else if !self.playback.paused {
                until = until.min(due);
            }
        }
        events.set_control_flow(ControlFlow::WaitUntil(until));
    }

    fn end(&mut self, events: &ActiveEventLoop, result: Result<(), Error>) {
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
                Ok(screen) => self.screen = Some(screen),
                Err(error) => self.end(events, Err(error)),
            }
        }
    }

    fn window_event(&mut self, events: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        if !events.exiting() {
            let done = self.event(events, event);
            self.end(events, done);
        }
    }

    fn about_to_wait(&mut self, events: &ActiveEventLoop) {
        if interrupt::requested() {
            self.end(events, Err(Error::Interrupted));
        }
        self.schedule(events);
    }

    fn exiting(&mut self, _: &ActiveEventLoop) {
        // The window must be closed before its display.
        self.screen = None;
    }
}
