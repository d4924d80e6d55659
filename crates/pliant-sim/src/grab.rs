//! What the mouse pulls: a vertex, or a point of a rigid body.

use glam::Vec3;

/// Something pulled by the mouse.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grab {
    /// What is held.
    pub held: Held,
    /// Where it is pulled to, m.
    pub target: Vec3,
}

/// What the mouse holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Held {
    /// A vertex.
    Particle {
        /// In `Scene::bodies`.
        body: usize,
        /// Counted within the body.
        particle: u32,
    },
    /// A place on a rigid body.
    Rigid {
        /// In `Scene::rigids`.
        rigid: usize,
        /// In the frame of its principal axes around its centre of mass, m.
        local: Vec3,
    },
}
