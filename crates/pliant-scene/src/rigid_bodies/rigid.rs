//! Rigid bodies.

use glam::{DQuat, DVec3, Vec3};

/// A rigid body, made of the colliders that name it.
#[derive(Debug, Clone, PartialEq)]
pub struct Rigid {
    /// Its node in `Scene::nodes`; the body carries that node's name.
    pub node: usize,
    /// Mass, kg; infinite for a body that no force moves.
    pub mass: f64,
    /// Moments of inertia about its principal axes, kg m²; infinite for an axis about which no torque turns it.
    pub inertia: DVec3,
    /// Centre of mass at t = 0, world, m.
    pub center: DVec3,
    /// Rotation from the frame of the principal axes to the world at t = 0.
    pub axes: DQuat,
    /// At t = 0, world, m/s.
    pub velocity: Vec3,
    /// At t = 0, world, rad/s.
    pub angular_velocity: Vec3,
    /// Factor of gravity.
    pub gravity: f32,
    /// 1/s.
    pub air_drag: f32,
}

impl Rigid {
    /// Whether forces or torques move it.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.mass.is_finite() || self.inertia.min_element().is_finite()
    }
}
