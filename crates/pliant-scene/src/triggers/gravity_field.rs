//! Gravity volumes: OMI_physics_gravity of nodes that have a trigger.

use crate::colliders::collider::Collider;
use glam::Vec3;

/// A volume with a gravity of its own.
#[derive(Debug, Clone)]
pub struct GravityField {
    /// The trigger whose shapes are the volume, in `Scene::triggers`.
    pub trigger: usize,
    /// Direction of the field.
    pub kind: FieldKind,
    /// The shape that it pulls to, or else the node as a sphere of radius 0; `kind` is in its frame.
    pub source: Collider,
    /// Acceleration, m/s²; negative is away from the source.
    pub gravity: f32,
    /// Distance from the source at which it is that strong, m: it falls with the square of the distance. 0: it is constant.
    pub unit_distance: f32,
    /// Fields are evaluated from high to low priority.
    pub priority: i64,
    /// Whether it replaces the sum of the fields before it.
    pub replaces: bool,
    /// Whether the fields after it are ignored.
    pub stops: bool,
    /// Whether the world's gravity is ignored too.
    pub stops_world: bool,
}

/// Direction of a field.
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
