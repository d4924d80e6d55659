//! What the mouse grabs: a vertex, or a point of a rigid body.

use glam::Vec3;

/// A grabbed point and its target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grab {
    /// The grabbed point.
    pub held: Held,
    /// World position to which the point is pulled, m.
    pub target: Vec3,
}

/// A point that the mouse can grab.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Held {
    /// A particle of a deformable body.
    Particle {
        /// Index in `Scene::bodies`.
        body: usize,
        /// Index within the body.
        particle: u32,
    },
    /// A point of a rigid body.
    Rigid {
        /// Index in `Scene::rigids`.
        rigid: usize,
        /// Position in the frame of the body's principal axes around its centre of mass, m.
        local: Vec3,
    },
}
