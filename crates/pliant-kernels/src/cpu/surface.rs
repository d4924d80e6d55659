//! The result of a search for the surface of a collider.

use glam::Vec3;

/// Signed distance to a collider's surface, m, and its outward normal, in the collider's frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Surface {
    /// Negative inside, m.
    pub distance: f32,
    /// Unit length.
    pub normal: Vec3,
}
