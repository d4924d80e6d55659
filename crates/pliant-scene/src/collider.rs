//! What bodies collide with: static shapes and shapes that follow a glTF animation.

use crate::coefficients::Coefficients;
use crate::filters::Filter;
use glam::{Mat4, Quat, Vec3};

/// One collider: a shape that follows a node.
#[derive(Debug, Clone)]
pub struct Collider {
    /// The node it follows, in `Scene::nodes`; its messages use that node's name.
    pub node: usize,
    /// The shape in the node's own frame, the world scale at t = 0 already multiplied in but for a mesh.
    pub shape: Shape,
    /// The shape's place in the node's frame, scale multiplied in but for a mesh (a fitted box is rarely centred).
    pub offset: Vec3,
    /// The shape's turn in the node's frame.
    pub turn: Quat,
    /// Whether an animation moves the node or one of its ancestors.
    pub animated: bool,
    /// The rigid body that carries it, in `Scene::rigids`.
    pub rigid: Option<usize>,
    /// Friction and bounce.
    pub coefficients: Coefficients,
    /// Which bodies it meets.
    pub filter: Filter,
}

impl Collider {
    /// Where the shape stands when its node's world matrix is `world`: position and turn.
    #[must_use]
    pub fn placement(&self, world: Mat4) -> (Vec3, Quat) {
        let (_, rotation, translation) = split(world);
        let offset = self.scale(world) * self.offset;
        (translation + rotation * offset, rotation * self.turn)
    }

    /// What a mesh is multiplied by along its own axes when its node's world matrix is `world`, never 0; 1 for other shapes,
    /// which keep their size.
    #[must_use]
    pub fn scale(&self, world: Mat4) -> Vec3 {
        /// Of its size at t = 0: what shrinks to nothing stays a point.
        const LEAST: f32 = 1e-6;
        let Shape::Mesh { ratio, .. } = self.shape else {
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
    // A scale of zero leaves no directions to read a rotation from.
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
        /// Whether it also pushes downwards.
        double_sided: bool,
    },
    /// A ball.
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
        /// In `Scene::shells`.
        shell: usize,
        /// What the shell has of its node's scale, as 1 along the axis of the largest: the rest is the pose's.
        ratio: Vec3,
    },
}
