//! Triggers: volumes without contact forces that report what is in them.

use crate::colliders::collider::Collider;

/// A volume that reports what enters and leaves it.
#[derive(Debug, Clone)]
pub struct Trigger {
    /// The node that has it, in `Scene::nodes`.
    pub node: usize,
    /// Its shapes, at least one, which nothing collides with; the volume is their union.
    pub parts: Vec<Collider>,
}
