//! Flies through the scene: W, A, S, D, Q and E move the camera, and a drag looks around.

use glam::Vec3;
use pliant_render::OrbitCamera;
use std::time::Instant;
use winit::event::{ElementState, KeyEvent};
use winit::keyboard::{KeyCode, PhysicalKey};

/// Keys by their position on the keyboard, and the directions in the camera's frame: right, up, and back.
const KEYS: [(KeyCode, Vec3); 6] = [
    (KeyCode::KeyW, Vec3::NEG_Z),
    (KeyCode::KeyS, Vec3::Z),
    (KeyCode::KeyA, Vec3::NEG_X),
    (KeyCode::KeyD, Vec3::X),
    (KeyCode::KeyE, Vec3::Y),
    (KeyCode::KeyQ, Vec3::NEG_Y),
];
/// Distances to the orbit's centre that the camera flies in a second, and with Shift.
const SPEED: f32 = 0.6;
const FAST: f32 = 4.0;
/// Longest time of a move, s: a slow picture does not throw the camera away.
const LONGEST: f32 = 0.1;

/// What the keys do while flying, for the window.
pub(crate) const HINT: &str =
    "flying: W A S D, E up, Q down, Shift is faster, a drag looks around; G or Esc lands";

/// The flight.
#[derive(Debug, Default)]
pub(crate) struct Flight {
    /// Whether the keys fly.
    pub(crate) on: bool,
    pressed: [bool; KEYS.len()],
    moved: Option<Instant>,
}

impl Flight {
    /// Begins or ends it.
    pub(crate) fn toggle(&mut self) {
        *self = Self {
            on: !self.on,
            ..Self::default()
        };
    }

    /// Whether a key that flies is pressed, so that pictures are needed.
    pub(crate) fn moves(&self) -> bool {
        self.on && self.pressed.contains(&true)
    }

    /// Takes a key that flies; returns whether it is one.
    pub(crate) fn key(&mut self, event: &KeyEvent) -> bool {
        let PhysicalKey::Code(code) = event.physical_key else {
            return false;
        };
        self.press(code, event.state == ElementState::Pressed)
    }

    fn press(&mut self, code: KeyCode, pressed: bool) -> bool {
        let found = KEYS.iter().position(|(key, _)| *key == code);
        let Some(index) = found.filter(|_| self.on) else {
            return false;
        };
        if pressed && !self.moves() {
            self.moved = Some(Instant::now());
        }
        self.pressed[index] = pressed;
        true
    }

    /// Releases all keys: the window has lost the keyboard.
    pub(crate) fn release(&mut self) {
        self.pressed = [false; KEYS.len()];
    }

    /// Moves the camera for the time since the last move.
    pub(crate) fn advance(&mut self, camera: &mut OrbitCamera, fast: bool) {
        if !self.moves() {
            return;
        }
        let before = self.moved.replace(Instant::now());
        let seconds = before.map_or(0.0, |before| before.elapsed().as_secs_f32());
        self.fly(camera, seconds.min(LONGEST), fast);
    }

    fn fly(&self, camera: &mut OrbitCamera, seconds: f32, fast: bool) {
        let pressed = KEYS
            .iter()
            .zip(self.pressed)
            .filter(|(_, pressed)| *pressed);
        let direction: Vec3 = pressed.map(|((_, direction), _)| *direction).sum();
        let speed = SPEED * camera.distance * if fast { FAST } else { 1.0 };
        camera.travel(direction.normalize_or_zero() * speed * seconds);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pliant_render::Bounds;

    #[test]
    fn keys_move_the_camera_only_in_flight() {
        let mut camera = OrbitCamera::framing(Bounds::new(-Vec3::ONE, Vec3::ONE));
        let mut flight = Flight::default();
        assert!(!flight.press(KeyCode::KeyW, true));
        flight.toggle();
        assert!(flight.press(KeyCode::KeyW, true) && flight.moves());
        let before = camera.viewpoint();
        flight.fly(&mut camera, 1.0, false);
        let after = camera.viewpoint();
        let displacement = after.eye - before.eye;
        assert!(displacement.normalize().distance(before.forward()) < 1e-4);
        assert!((displacement.length() - SPEED * camera.distance).abs() < 1e-3);
        flight.press(KeyCode::KeyW, false);
        assert!(!flight.moves() && !flight.press(KeyCode::KeyX, true));
    }
}
