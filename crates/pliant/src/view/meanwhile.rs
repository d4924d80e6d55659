//! Simulates a slow frame on a thread of its own, while the window goes on: the camera moves around the frame before, and all other input
//! waits for the end of the frame.

use super::app::Viewer;
use super::panels::Panels;
use super::pointer::{self, Drag, Pointer};
use super::screen::Screen;
use super::viewport::Scenery;
use crate::exit::Error;
use glam::Vec2;
use std::time::{Duration, Instant};
use winit::application::ApplicationHandler;
use winit::event::{ElementState, MouseButton, WindowEvent};
use winit::event_loop::{ActiveEventLoop, EventLoop};
use winit::platform::pump_events::{EventLoopExtPumpEvents, PumpStatus};
use winit::window::WindowId;

/// Interval at which the end of the frame is looked for.
const GLANCE: Duration = Duration::from_millis(8);

/// Runs the viewer until its window is closed.
pub(super) fn run(mut events: EventLoop<()>, viewer: &mut Viewer<'_>) -> Result<(), Error> {
    #[cfg(target_os = "linux")]
    let mut drops = super::drops::Drops::follow(events.owned_display_handle());
    loop {
        #[cfg(target_os = "linux")]
        if let Some(file) = drops.as_mut().and_then(|drops| drops.get_mut()?.poll()) {
            viewer.load(&file);
        }
        match events.pump_app_events(None, viewer) {
            PumpStatus::Continue => viewer.simulate_meanwhile(&mut events),
            PumpStatus::Exit(0) => return Ok(()),
            PumpStatus::Exit(_) => {
                return Err(Error::Device(
                    "the connection to the display was lost".to_owned(),
                ));
            }
        }
    }
}

impl Viewer<'_> {
    /// Simulates the frame that is due, if it is a slow one.
    fn simulate_meanwhile(&mut self, events: &mut EventLoop<()>) {
        if !std::mem::take(&mut self.playback.transport.due) {
            return;
        }
        let stepped = self.step_meanwhile(events);
        let stepped = self.pause_if_diverged(stepped);
        self.deferred.error = self.deferred.error.take().or(stepped.err());
        self.pace.dirty = true;
    }

    fn step_meanwhile(&mut self, events: &mut EventLoop<()>) -> Result<(), Error> {
        self.playback.begin_step()?;
        let Some(screen) = &mut self.screen else {
            return self.playback.step();
        };
        let began = Instant::now();
        let (simulation, scenery) = self.playback.split();
        let mut window = Meanwhile {
            scenery,
            screen,
            pointer: &mut self.input.pointer,
            shift: self.input.modifiers.shift_key(),
            flies: self.input.flight.on,
            panels: &self.panels,
            later: &mut self.deferred.events,
            dirty: false,
            failed: None,
        };
        let stepped = std::thread::scope(|scope| {
            let thread = scope.spawn(|| simulation.step());
            while !thread.is_finished() {
                events.pump_app_events(Some(GLANCE), &mut window);
            }
            thread.join()
        });
        let failed = window.failed.take();
        stepped.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        self.playback.end_step(began.elapsed())?;
        failed.map_or(Ok(()), Err)
    }

    /// Handles the input that came while a frame was simulated.
    pub(super) fn handle_later(&mut self, events: &ActiveEventLoop) {
        for (window, event) in std::mem::take(&mut self.deferred.events) {
            self.window_event(events, window, event);
        }
        if let Some(error) = self.deferred.error.take() {
            let result = self.reopen_if_lost(events, Err(error));
            self.end(events, result);
        }
    }
}

/// The window while a frame is simulated.
struct Meanwhile<'a> {
    scenery: Scenery<'a>,
    screen: &'a mut Screen,
    pointer: &'a mut Pointer,
    shift: bool,
    /// Whether a drag looks around.
    flies: bool,
    panels: &'a Panels,
    /// Input for later.
    later: &'a mut Vec<(WindowId, WindowEvent)>,
    dirty: bool,
    failed: Option<Error>,
}

impl Meanwhile<'_> {
    /// Whether the cursor is over the scene, not over a panel.
    fn over_scene(&self) -> bool {
        let at = self.pointer.at;
        let [left, upper, right, lower] = self.scenery.viewport.margins;
        let [width, height] = self.screen.size.map(|pixels| pixels as f32);
        let inside = at.x >= left && at.y >= upper && at.x < width - right && at.y < height - lower;
        inside && !self.panels.cover(at / self.screen.scale as f32)
    }

    /// Moves the camera; returns whether the event has no other effect.
    fn moves_camera(&mut self, event: &WindowEvent) -> bool {
        match event {
            WindowEvent::CursorMoved { position, .. } => {
                let drag = self.pointer.drag();
                if drag == Some(Drag::Pull) {
                    return false;
                }
                let to = Vec2::new(position.x as f32, position.y as f32);
                let fraction = self.pointer.moved(to) / self.screen.size[1].max(1) as f32;
                match drag {
                    Some(Drag::Orbit) if self.flies => {
                        self.scenery.viewport.camera.look_around(fraction);
                    }
                    Some(Drag::Orbit) => self.scenery.viewport.camera.orbit(fraction),
                    Some(Drag::Pan) => self.scenery.viewport.camera.pan(fraction),
                    // The panels follow the cursor, too.
                    _ => return false,
                }
            }
            WindowEvent::MouseInput {
                state: ElementState::Pressed,
                button: button @ (MouseButton::Left | MouseButton::Middle),
                ..
            } if self.over_scene() => {
                self.pointer
                    .button(*button, ElementState::Pressed, self.shift);
                // Earlier moves would be taken for a part of this drag.
                let is_move =
                    |event: &WindowEvent| matches!(event, WindowEvent::CursorMoved { .. });
                self.later.retain(|(_, event)| !is_move(event));
            }
            WindowEvent::MouseWheel { delta, .. } if self.over_scene() => {
                self.scenery.viewport.camera.zoom(pointer::steps(*delta));
            }
            _ => return false,
        }
        self.dirty = true;
        true
    }

    fn draw(&mut self) {
        let Some(overlay) = &self.panels.drawn else {
            return;
        };
        let Screen { surface, size, .. } = &mut *self.screen;
        let drawn = self
            .scenery
            .present(None, surface, *size, overlay.overlay());
        self.failed = self.failed.take().or(drawn.err());
    }
}

impl ApplicationHandler for Meanwhile<'_> {
    fn resumed(&mut self, _: &ActiveEventLoop) {}

    fn window_event(&mut self, _: &ActiveEventLoop, window: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::RedrawRequested => self.draw(),
            event if self.moves_camera(&event) => {}
            event => self.later.push((window, event)),
        }
    }

    fn about_to_wait(&mut self, _: &ActiveEventLoop) {
        if std::mem::take(&mut self.dirty) && self.screen.visible() && self.failed.is_none() {
            self.screen.window.request_redraw();
        }
    }
}
