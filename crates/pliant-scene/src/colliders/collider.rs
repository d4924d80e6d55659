//! What bodies collide with: static shapes and shapes that follow a glTF animation.

use crate::colliders::filters::Filter;
use crate::colliders::physics_materials::Coefficients;
use glam::{Mat4, Quat, Vec3};
use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct ColliderItem {
    pub(crate) geometry: Geometry,
    pub(crate) physics_material: Option<u64>,
    pub(crate) collision_filter: Option<u64>,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Geometry {
    pub(crate) shape: Option<u64>,
    pub(crate) mesh: Option<u64>,
    pub(crate) node: Option<u64>,
    pub(crate) convex_hull: bool,
    /// In OMI_physics_shape.
    #[serde(skip)]
    pub(crate) omi: Option<u64>,
}

impl ColliderItem {
    /// A collider of OMI_physics_body.
    pub(crate) fn of_omi(shape: u64) -> Self {
        let geometry = Geometry {
            omi: Some(shape),
            ..Geometry::default()
        };
        Self {
            geometry,
            ..Self::default()
        }
    }

    /// Whether it names no shape.
    pub(crate) fn is_empty(&self) -> bool {
        self.geometry == Geometry::default()
    }
}

/// One collider: a shape that follows a node.
#[derive(Debug, Clone)]
pub struct Collider {
    /// The node it follows, in `Scene::nodes`; its messages use that node's name.
    pub node: usize,
    /// The shape in the node's own frame, with the world scale at t = 0 multiplied in, except for a mesh.
    pub shape: Shape,
    /// Position of the shape in the node's frame, with the scale multiplied in, except for a mesh.
    pub offset: Vec3,
    /// Rotation of the shape in the node's frame.
    pub rotation: Quat,
    /// Whether an animation moves the node or one of its ancestors, or deforms its mesh.
    pub animated: bool,
    /// Whether it is a mesh that deforms by a skin or morph targets. Its shape is in the world then.
    pub deforms: bool,
    /// The rigid body that carries it, in `Scene::rigids`.
    pub rigid: Option<usize>,
    /// Friction and restitution.
    pub coefficients: Coefficients,
    /// Which bodies it collides with.
    pub filter: Filter,
}

impl Collider {
    /// Position and rotation of the shape where its node's world matrix is `world`.
    #[must_use]
    pub fn placement(&self, world: Mat4) -> (Vec3, Quat) {
        if self.deforms {
            return (Vec3::ZERO, Quat::IDENTITY);
        }
        let (_, rotation, translation) = split(world);
        let offset = self.scale(world) * self.offset;
        (translation + rotation * offset, rotation * self.rotation)
    }

    /// Scale of a mesh along its own axes where its node's world matrix is `world`; never 0. Other shapes keep their size,
    /// so it is 1 for them.
    #[must_use]
    pub fn scale(&self, world: Mat4) -> Vec3 {
        /// Smallest scale, as a fraction of the size at t = 0, so that a mesh never becomes degenerate.
        const LEAST: f32 = 1e-6;
        let (Shape::Mesh { ratio, .. }, false) = (self.shape, self.deforms) else {
            return Vec3::ONE;
        };
        let scale = split(world).0 / ratio;
        Vec3::select(
            scale.abs().cmplt(Vec3::splat(LEAST)),
            Vec3::splat(LEAST),
            scale,
        )
    }
}

/// Scale, rotation and translation of a world matrix; a mirrored one has a negative scale along X.
pub(crate) fn split(world: Mat4) -> (Vec3, Quat, Vec3) {
    let (scale, rotation, translation) = world.to_scale_rotation_translation();
    // A scale of zero leaves no axes to compute a rotation from.
    let rotation = if rotation.is_finite() {
        rotation.normalize()
    } else {
        Quat::IDENTITY
    };
    (scale, rotation, translation)
}

/// The shapes of KHR_implicit_shapes, in metres, and meshes; capsules and cylinders stand along Y and are centred.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// The half space below the plane's XZ, infinite or of the given full sizes; two-sided if `double_sided`.
    Plane {
        /// Full size along X, m.
        size_x: Option<f32>,
        /// Full size along Z, m.
        size_z: Option<f32>,
        /// Whether its lower side collides too.
        double_sided: bool,
    },
    /// A sphere.
    Sphere {
        /// m.
        radius: f32,
    },
    /// A box.
    Box {
        /// Half of its size, m.
        half: Vec3,
    },
    /// A cone's frustum with round ends: the convex hull of two spheres `height` apart.
    Capsule {
        /// Distance between the spheres' centres, m.
        height: f32,
        /// Radius of the lower sphere, m.
        bottom: f32,
        /// Radius of the upper sphere, m.
        top: f32,
    },
    /// A cone's frustum.
    Cylinder {
        /// Full height, m.
        height: f32,
        /// Radius of the lower disc, m.
        bottom: f32,
        /// Radius of the upper disc, m.
        top: f32,
    },
    /// Triangles, or the convex hull of a mesh.
    Mesh {
        /// In `Scene::collision meshes`.
        collision_mesh: usize,
        /// The part of the node's scale that is in the collision mesh: 1 along the axis of the largest scale. The pose has
        /// the rest.
        ratio: Vec3,
    },
}
