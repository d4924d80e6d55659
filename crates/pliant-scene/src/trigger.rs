//! Triggers of KHR_physics_rigid_bodies and OMI_physics_body: volumes that nothing feels, and that tell what is in them.

use crate::collider::Collider;

/// A volume that tells what comes in and goes out.
#[derive(Debug, Clone)]
pub struct Trigger {
    /// The node that has it, in `Scene::nodes`.
    pub node: usize,
    /// Its shapes, at least one, which nothing collides with; what is in one of them is in it.
    pub parts: Vec<Collider>,
}
