//! Rigid bodies: what moves, and how heavy it is.

use glam::{DQuat, DVec3, Vec3};

/// A body that moves without deforming: the colliders that name it, around its centre of mass.
#[derive(Debug, Clone, PartialEq)]
pub struct Rigid {
    /// Its node in `Scene::nodes`; the body carries that node's name.
    pub node: usize,
    /// kg; infinite where nothing moves it.
    pub mass: f64,
    /// Moments of inertia about its principal axes, kg m²; infinite where nothing turns it about one.
    pub inertia: DVec3,
    /// Centre of mass at t = 0, world, m.
    pub center: DVec3,
    /// From the frame of the principal axes to the world at t = 0.
    pub axes: DQuat,
    /// At t = 0, world, m/s.
    pub velocity: Vec3,
    /// At t = 0, world, rad/s.
    pub angular_velocity: Vec3,
    /// How many times gravity pulls.
    pub gravity: f32,
    /// 1/s.
    pub air_drag: f32,
}

impl Rigid {
    /// Whether something moves or turns it.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.mass.is_finite() || self.inertia.min_element().is_finite()
    }
}
