//! The state of mouse and keyboard between events, and what waits for the end of a slow frame.

use super::fly::Flight;
use super::pointer::Pointer;
use crate::exit::Error;
use std::time::{Duration, Instant};
use winit::event::WindowEvent;
use winit::keyboard::ModifiersState;
use winit::window::WindowId;

/// Longest interval between the clicks of a double click.
const DOUBLE: Duration = Duration::from_millis(400);

/// The state of mouse and keyboard.
#[derive(Default)]
pub(crate) struct Input {
    pub(crate) pointer: Pointer,
    pub(crate) flight: Flight,
    pub(crate) modifiers: ModifiersState,
    /// The last click on the scene.
    clicked: Option<Instant>,
}

impl Input {
    /// Takes a click on the scene; returns whether it is the second of a double click.
    pub(crate) fn double_clicks(&mut self) -> bool {
        let last = self.clicked.replace(Instant::now());
        let double = last.is_some_and(|last| last.elapsed() < DOUBLE);
        if double {
            self.clicked = None;
        }
        double
    }
}

/// What waits for the end of a slow frame.
#[derive(Default)]
pub(crate) struct Deferred {
    /// Input that came while the frame was simulated.
    pub(crate) events: Vec<(WindowId, WindowEvent)>,
    /// Why the frame failed.
    pub(crate) error: Option<Error>,
}
