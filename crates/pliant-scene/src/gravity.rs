//! Gravity volumes: OMI_physics_gravity of nodes that have a trigger.

use crate::collider::Collider;
use glam::Vec3;

/// A volume with a gravity of its own.
#[derive(Debug, Clone)]
pub struct GravityField {
    /// Whose shapes are the volume, in `Scene::triggers`.
    pub trigger: usize,
    /// Which way it pulls.
    pub kind: FieldKind,
    /// What it pulls to, in whose frame `kind` is: its shape, or else the node as a ball without size.
    pub source: Collider,
    /// m/s²; away from the source where it is negative.
    pub gravity: f32,
    /// How far from the source it is that strong, m: it falls with the square of the distance. 0: distance does not count.
    pub unit_distance: f32,
    /// Fields are gone through from high to low.
    pub priority: i64,
    /// What fields before it gave is dropped.
    pub replaces: bool,
    /// Those behind it do not count.
    pub stops: bool,
    /// Nor does the world's gravity.
    pub stops_world: bool,
}

/// Which way a field pulls.
#[derive(Debug, Clone, PartialEq)]
pub enum FieldKind {
    /// The same everywhere.
    Directional {
        /// Of unit length.
        direction: Vec3,
    },
    /// To the nearest point of the source.
    Nearest,
    /// To the nearest point of a filled circle around Y.
    Disc {
        /// m.
        radius: f32,
    },
    /// To the nearest point of that circle's edge.
    Torus {
        /// m.
        radius: f32,
    },
    /// To the nearest point of the line through these, m.
    Line {
        /// At least two.
        points: Vec<Vec3>,
    },
}
