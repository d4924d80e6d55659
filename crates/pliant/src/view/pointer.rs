//! Mouse drags.

use glam::Vec2;
use winit::event::{ElementState, MouseButton, MouseScrollDelta};

/// Longest path of the cursor in a click, pixels.
const CLICK: f32 = 4.0;
/// Touchpad pixels that equal one step of a wheel.
const PIXELS_A_STEP: f64 = 40.0;

/// A drag: the action between a press of a button and its release.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Drag {
    /// Turns the camera.
    Orbit,
    /// Moves the camera parallel to the picture.
    Pan,
    /// Pulls a vertex or a rigid body.
    Pull,
}

/// The begin or end of a drag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    /// A drag began.
    Begins(Drag),
    /// A drag ended.
    Ends(Drag),
}

/// The cursor and the pressed button.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Pointer {
    /// Pixels from the window's upper left corner.
    pub(crate) at: Vec2,
    held: Option<(MouseButton, Drag)>,
    /// Length of the cursor's path since the button was pressed, pixels.
    path: f32,
}

impl Pointer {
    /// The current drag.
    pub(crate) fn drag(&self) -> Option<Drag> {
        self.held.map(|(_, drag)| drag)
    }

    /// Moves the cursor; returns its displacement, pixels.
    pub(crate) fn moved(&mut self, to: Vec2) -> Vec2 {
        let displacement = to - self.at;
        self.at = to;
        self.path += displacement.length();
        displacement
    }

    /// Handles a press or release. The first pressed button determines the drag until its release.
    pub(crate) fn button(
        &mut self,
        button: MouseButton,
        state: ElementState,
        shift: bool,
    ) -> Option<Change> {
        match (state, self.held) {
            (ElementState::Pressed, None) => {
                let drag = match button {
                    MouseButton::Left if shift => Drag::Pan,
                    MouseButton::Left => Drag::Orbit,
                    MouseButton::Middle => Drag::Pan,
                    MouseButton::Right => Drag::Pull,
                    _ => return None,
                };
                self.held = Some((button, drag));
                self.path = 0.0;
                Some(Change::Begins(drag))
            }
            (ElementState::Released, Some((held, drag))) if held == button => {
                self.held = None;
                Some(Change::Ends(drag))
            }
            _ => None,
        }
    }

    /// Whether the drag that just ended was a click.
    pub(crate) fn clicked(&self) -> bool {
        self.path < CLICK
    }

    /// Ends the drag: the window lost the mouse, or the scene was replaced.
    pub(crate) fn release(&mut self) -> Option<Change> {
        self.held.take().map(|(_, drag)| Change::Ends(drag))
    }
}

/// Steps of the wheel; positive away from the user.
pub(crate) fn steps(delta: MouseScrollDelta) -> f32 {
    match delta {
        MouseScrollDelta::LineDelta(_, lines) => lines,
        MouseScrollDelta::PixelDelta(pixels) => (pixels.y / PIXELS_A_STEP) as f32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ElementState::{Pressed, Released};
    use MouseButton::{Left, Middle, Right};

    #[test]
    fn buttons_choose_the_drag() {
        let begins = |button, shift| Pointer::default().button(button, Pressed, shift);
        assert_eq!(begins(Left, false), Some(Change::Begins(Drag::Orbit)));
        assert_eq!(begins(Left, true), Some(Change::Begins(Drag::Pan)));
        assert_eq!(begins(Middle, false), Some(Change::Begins(Drag::Pan)));
        assert_eq!(begins(Right, false), Some(Change::Begins(Drag::Pull)));
        assert_eq!(begins(MouseButton::Back, false), None);
    }

    #[test]
    fn the_first_button_decides_until_it_is_released() {
        let mut pointer = Pointer::default();
        pointer.button(Right, Pressed, false);
        assert_eq!(pointer.button(Left, Pressed, false), None);
        assert_eq!(pointer.button(Left, Released, false), None);
        assert_eq!(pointer.drag(), Some(Drag::Pull));
        let end = pointer.button(Right, Released, true);
        assert_eq!(end, Some(Change::Ends(Drag::Pull)));
        assert_eq!(pointer.drag(), None);
        assert_eq!(pointer.release(), None);
    }

    #[test]
    fn wheels_and_touchpads_zoom_alike() {
        let pixels = winit::dpi::PhysicalPosition::new(0.0, 80.0);
        assert_eq!(steps(MouseScrollDelta::PixelDelta(pixels)), 2.0);
        assert_eq!(steps(MouseScrollDelta::LineDelta(9.0, -1.0)), -1.0);
    }
}
