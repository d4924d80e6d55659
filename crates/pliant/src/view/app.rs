//! The window's events, and what they lead to.

use super::keys::{self, Action};
use super::overlay::Writer;
use super::pick::Look;
use super::play::{Manner, Play};
use super::pointer::{self, Change, Drag, Pointer};
use super::screen::Screen;
use super::words;
use crate::exit::{Error, one_line};
use crate::options::ViewOptions;
use crate::outputs::{free_name, write_png};
use crate::{interrupt, load};
use glam::Vec2;
use pliant_gpu::Gpu;
use pliant_scene::{Overrides, Source};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use winit::application::ApplicationHandler;
use winit::event::{ElementState, KeyEvent, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow};
use winit::keyboard::ModifiersState;
use winit::window::WindowId;

/// How often a window that rests looks for signals.
const REST: Duration = Duration::from_millis(100);
/// Between two attempts to show a picture.
const SPIN: Duration = Duration::from_millis(10);
/// How long a message stays.
const MESSAGE: Duration = Duration::from_secs(8);
/// How far from the cursor a vertex may be to be pulled, points.
const REACH: f64 = 40.0;

/// The viewer: a scene that plays, and the window that shows it.
pub(crate) struct Viewer<'a> {
    options: &'a ViewOptions,
    gpu: Arc<Gpu>,
    manner: Manner,
    play: Play,
    screen: Option<Screen>,
    pointer: Pointer,
    modifiers: ModifiersState,
    writer: Writer,
    help: bool,
    message: Option<(String, Instant)>,
    /// Until when the simulation was advanced.
    last: Instant,
    /// A picture is needed although no frame is due.
    stale: bool,
    told_slow: bool,
    result: Result<(), Error>,
}

impl<'a> Viewer<'a> {
    /// A viewer whose window is still to come.
    pub(crate) fn new(options: &'a ViewOptions, gpu: Arc<Gpu>, manner: Manner, play: Play) -> Self {
        Self {
            options,
            gpu,
            manner,
            play,
            screen: None,
            pointer: Pointer::default(),
            modifiers: ModifiersState::empty(),
            writer: Writer::new(),
            help: false,
            message: None,
            last: Instant::now(),
            stale: true,
            told_slow: false,
            result: Ok(()),
        }
    }

    /// How it ended.
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
                self.play.camera.zoom(pointer::steps(delta));
                self.pull();
                self.stale = true;
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
        self.stale = true;
    }

    fn key(&mut self, events: &ActiveEventLoop, event: &KeyEvent) -> Result<(), Error> {
        let pressed = event.state == ElementState::Pressed;
        let Some(action) = keys::action(&event.logical_key, event.repeat).filter(|_| pressed)
        else {
            return Ok(());
        };
        self.stale = true;
        let play = &mut self.play;
        match action {
            Action::Pause => self.pause(!self.play.paused),
            Action::Step => {
                self.pause(true);
                let stepped = self.play.step();
                return self.survive(stepped);
            }
            Action::Reset => {
                self.pointer.release();
                return self.play.reset();
            }
            Action::FrameAll => play.frame_all(),
            Action::Wireframe => play.show.wireframe ^= true,
            Action::Particles => play.show.particles ^= true,
            Action::Links => play.show.links ^= true,
            Action::Balls => play.show.balls ^= true,
            Action::Help => self.help ^= true,
            Action::Screenshot => return self.screenshot(),
            Action::Quit => events.exit(),
        }
        Ok(())
    }

    fn pause(&mut self, paused: bool) {
        self.play.paused = paused;
        self.last = Instant::now();
    }

    fn look(&self) -> Option<Look> {
        Some(Look {
            viewpoint: self.play.camera.viewpoint(),
            size: self.screen.as_ref()?.size,
            at: self.pointer.at,
        })
    }

    fn moved(&mut self, to: Vec2) {
        let way = self.pointer.moved(to);
        let height = self.screen.as_ref().map_or(1, |s| s.size[1]).max(1);
        let share = way / height as f32;
        match self.pointer.drag() {
            Some(Drag::Orbit) => self.play.camera.orbit(share),
            Some(Drag::Pan) => self.play.camera.pan(share),
            Some(Drag::Pull) => return self.pull(),
            None => return,
        }
        self.stale = true;
    }

    fn pull(&mut self) {
        if let Some(look) = self.look() {
            self.play.pull_to(&look);
        }
    }

    fn dragging(&mut self, change: Option<Change>) -> Result<(), Error> {
        let Some(look) = self.look() else {
            return Ok(());
        };
        match change {
            Some(Change::Begins(Drag::Pull)) => {
                let scale = self.screen.as_ref().map_or(1.0, |s| s.scale);
                self.play.pull(&look, (REACH * scale) as f32)
            }
            Some(Change::Ends(Drag::Pull)) => self.play.let_go(&look),
            _ => Ok(()),
        }
    }

    /// Simulates what is due and shows it.
    fn redraw(&mut self) -> Result<(), Error> {
        let passed = std::mem::replace(&mut self.last, Instant::now()).elapsed();
        if self.screen.as_ref().is_none_or(|s| !s.visible()) {
            return Ok(());
        }
        let advanced = self.play.advance(passed);
        self.survive(advanced)?;
        self.tell_speed();
        self.stale = !self.present()?;
        if self.stale {
            // The window is about to change: asking it again at once would only spin.
            std::thread::sleep(SPIN);
        }
        Ok(())
    }

    fn present(&mut self) -> Result<bool, Error> {
        let Some(screen) = &mut self.screen else {
            return Ok(true);
        };
        let size = screen.size;
        let mut words = words::words(&mut self.play, self.gpu.info());
        words.help = self.help;
        words.message = self.message.as_ref().map(|(text, _)| text.clone());
        let scale = screen.scale as f32;
        let written = self.writer.write(&words, size, scale);
        screen.window.pre_present_notify();
        let shown = self
            .play
            .present(&mut screen.surface, size, written.overlay())?;
        if shown && !std::mem::replace(&mut screen.shown, true) {
            tracing::debug!("the window shows the scene");
            // What the first picture took says nothing of those to come.
            self.last = Instant::now();
        }
        Ok(shown)
    }

    /// What diverged stays to be looked at, paused; everything else ends the viewer.
    fn survive(&mut self, result: Result<(), Error>) -> Result<(), Error> {
        let Err(Error::Diverged(why)) = result else {
            return result;
        };
        tracing::error!("{}", one_line(&why));
        self.say(format!("{why} (R resets)"));
        self.pause(true);
        Ok(())
    }

    fn say(&mut self, message: String) {
        self.message = Some((message, Instant::now()));
        self.stale = true;
    }

    fn tell_speed(&mut self) {
        if self.play.clock.slow() && !self.told_slow {
            self.told_slow = true;
            let speed = self.play.clock.speed().unwrap_or_default();
            tracing::warn!(
                "{} runs slower than real time ({speed:.2} of it): use fewer --substeps, or a faster --device",
                self.play.scene.name
            );
        }
    }

    /// Writes what is seen, without the overlay. A failure is said and no reason to end.
    fn screenshot(&mut self) -> Result<(), Error> {
        let Some(screen) = self.screen.as_ref().filter(|s| s.visible()) else {
            return Ok(());
        };
        let size = screen.size;
        let picture = self.play.image(size)?;
        let stem = Path::new(&self.play.scene.name).file_stem();
        let file = free_name(stem.unwrap_or("pliant".as_ref()), "png");
        match write_png(&file, &picture) {
            Ok(()) => {
                let text = format!("wrote {}", file.display());
                tracing::info!("{text}");
                self.say(text);
            }
            Err(error) => self.complain(&error),
        }
        self.last = Instant::now();
        Ok(())
    }

    fn complain(&mut self, error: &Error) {
        let text = one_line(&error.to_string());
        tracing::error!("{text}");
        self.say(text);
    }

    /// Shows another scene; where it can't be loaded, the old one stays.
    fn load(&mut self, file: &Path) {
        match self.loaded(file.to_owned()) {
            Ok(play) => {
                self.pointer.release();
                self.play = play;
                self.told_slow = false;
                if let Some(screen) = &self.screen {
                    screen.entitle(&self.play);
                }
                tracing::info!("loaded {}", file.display());
                self.say(format!("loaded {}", file.display()));
            }
            Err(error) => self.complain(&error),
        }
        self.last = Instant::now();
    }

    /// What flags said of nodes was meant for the scene on the command line.
    fn loaded(&self, file: PathBuf) -> Result<Play, Error> {
        let scene = pliant_scene::load(&Source::File(file), &Overrides::default())?;
        load::warn(&scene);
        let settings = load::settings(&self.options.scene, &scene)?;
        Play::new(&self.gpu, scene, settings, self.manner)
    }

    /// Asks for a picture if one is due, and says how long to sleep.
    fn schedule(&mut self, events: &ActiveEventLoop) {
        if self
            .message
            .as_ref()
            .is_some_and(|m| m.1.elapsed() > MESSAGE)
        {
            self.message = None;
            self.stale = true;
        }
        let now = Instant::now();
        let due = self.last + self.play.clock.wait();
        let mut until = now + REST;
        if let Some(screen) = self.screen.as_ref().filter(|s| s.visible()) {
            if self.stale || (!self.play.paused && due <= now) {
                screen.window.request_redraw();
            } else if !self.play.paused {
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
            match Screen::open(events, &self.play, self.manner.size) {
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
        // The window goes while its display is still there.
        self.screen = None;
    }
}
