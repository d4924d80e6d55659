//! Shapes as KHR_implicit_shapes has them.

use crate::colliders::collider::Shape;
use crate::error::{Error, Result};
use glam::Vec3;
use pliant_gltf::text::quote;
use serde::Deserialize;

/// What a collider is made of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Form {
    /// A shape; `None` for a type that is not known.
    Shape(Option<Shape>),
    /// A mesh in `Scene::meshes` or its hull; `None` where the node that is named has no mesh.
    Mesh { mesh: Option<usize>, hull: bool },
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct ShapeItem {
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) sphere: Sphere,
    #[serde(rename = "box")]
    pub(crate) cuboid: Cuboid,
    pub(crate) capsule: Round,
    pub(crate) cylinder: Round,
    pub(crate) plane: Plane,
}

#[derive(Debug, Deserialize)]
#[serde(default)]
pub(crate) struct Sphere {
    radius: f32,
}

#[derive(Debug, Deserialize)]
#[serde(default)]
pub(crate) struct Cuboid {
    size: [f32; 3],
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Round {
    pub(crate) height: f32,
    pub(crate) radius_bottom: f32,
    pub(crate) radius_top: f32,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Plane {
    size_x: Option<f32>,
    size_z: Option<f32>,
    double_sided: bool,
}

impl Default for Sphere {
    fn default() -> Self {
        Self { radius: 0.5 }
    }
}

impl Default for Cuboid {
    fn default() -> Self {
        Self { size: [1.0; 3] }
    }
}

impl Default for Round {
    fn default() -> Self {
        Self {
            height: 0.5,
            radius_bottom: 0.25,
            radius_top: 0.25,
        }
    }
}

impl Form {
    /// The same form, or its hull if `wanted`.
    pub(crate) fn as_hull(self, wanted: bool) -> Self {
        match self {
            Self::Mesh { mesh, hull } => Self::Mesh {
                mesh,
                hull: hull || wanted,
            },
            Self::Shape(_) => self,
        }
    }
}

impl ShapeItem {
    /// The shape; `None` for a type that is not known.
    pub(crate) fn shape(&self, extension: &str, i: usize) -> Result<Option<Shape>> {
        let (shape, lengths) = match self.kind.as_str() {
            "sphere" => (
                Shape::Sphere {
                    radius: self.sphere.radius,
                },
                vec![self.sphere.radius],
            ),
            "box" => (
                Shape::Box {
                    half: Vec3::from(self.cuboid.size) / 2.0,
                },
                self.cuboid.size.to_vec(),
            ),
            "capsule" => (self.capsule.capsule(), self.capsule.lengths()),
            "cylinder" => (self.cylinder.cylinder(), self.cylinder.lengths()),
            "plane" => (
                self.plane.shape(),
                self.plane
                    .size_x
                    .into_iter()
                    .chain(self.plane.size_z)
                    .collect(),
            ),
            _ => return Ok(None),
        };
        if lengths
            .iter()
            .all(|length| length.is_finite() && *length > 0.0)
        {
            return Ok(Some(shape));
        }
        Error::scene(format!(
            "{extension} shape {i} ({}): its sizes must be finite and above 0 m",
            quote(&self.kind)
        ))
    }
}

impl Round {
    fn capsule(&self) -> Shape {
        Shape::Capsule {
            height: self.height,
            bottom: self.radius_bottom,
            top: self.radius_top,
        }
    }

    fn cylinder(&self) -> Shape {
        Shape::Cylinder {
            height: self.height,
            bottom: self.radius_bottom,
            top: self.radius_top,
        }
    }

    /// The sizes that must be above zero. Only the larger radius is among them, since a cone has one radius of zero.
    fn lengths(&self) -> Vec<f32> {
        let least = self.radius_bottom.min(self.radius_top);
        let largest = if least >= 0.0 {
            self.radius_bottom.max(self.radius_top)
        } else {
            least
        };
        vec![self.height, largest]
    }
}

impl Plane {
    fn shape(&self) -> Shape {
        Shape::Plane {
            size_x: self.size_x,
            size_z: self.size_z,
            double_sided: self.double_sided,
        }
    }
}
