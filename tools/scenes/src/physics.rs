//! The shapes of KHR_implicit_shapes.

use crate::{number, numbers};
use glam::Vec3;
use serde_json::{Value, json};

/// A shape in the frame of its node; the axis of capsules and cylinders is Y.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// The infinite XZ plane, solid below.
    Plane,
    /// A sphere.
    Sphere {
        /// Radius, m.
        radius: f32,
    },
    /// A box.
    Box {
        /// Full size, m.
        size: Vec3,
    },
    /// The hull of two spheres.
    Capsule {
        /// Distance between the spheres' centres, m.
        height: f32,
        /// Radius of the lower sphere, m.
        bottom: f32,
        /// Radius of the upper sphere, m.
        top: f32,
    },
    /// A frustum of a cone.
    Cylinder {
        /// Full height, m.
        height: f32,
        /// Radius of the lower disc, m.
        bottom: f32,
        /// Radius of the upper disc, m.
        top: f32,
    },
}

impl Shape {
    /// A capsule whose balls have the same radius, m.
    #[must_use]
    pub fn capsule(height: f32, radius: f32) -> Self {
        let (bottom, top) = (radius, radius);
        Self::Capsule {
            height,
            bottom,
            top,
        }
    }

    /// A cylinder whose discs have the same radius, m.
    #[must_use]
    pub fn cylinder(height: f32, radius: f32) -> Self {
        let (bottom, top) = (radius, radius);
        Self::Cylinder {
            height,
            bottom,
            top,
        }
    }

    pub(crate) fn json(self) -> Value {
        let frustum = |height, bottom, top| json!({ "height": number(height), "radiusBottom": number(bottom), "radiusTop": number(top) });
        match self {
            Self::Plane => json!({ "type": "plane", "plane": {} }),
            Self::Sphere { radius } => {
                json!({ "type": "sphere", "sphere": { "radius": number(radius) } })
            }
            Self::Box { size } => {
                json!({ "type": "box", "box": { "size": numbers(&size.to_array()) } })
            }
            Self::Capsule {
                height,
                bottom,
                top,
            } => json!({ "type": "capsule", "capsule": frustum(height, bottom, top) }),
            Self::Cylinder {
                height,
                bottom,
                top,
            } => json!({ "type": "cylinder", "cylinder": frustum(height, bottom, top) }),
        }
    }
}
