//! The checked scene: plain arrays, every index in range, every number finite. See [`Scene`].

use crate::bodies::body::Body;
use crate::colliders::collider::Collider;
use crate::colliders::collision_mesh::CollisionMesh;
use crate::drawing::material::{Material, Sampler, Texture};
use crate::graph::animation::Animation;
use crate::graph::skin::{JointSet, Skin};
use crate::keys::expectation::Expectation;
use crate::rigid_bodies::joint::Joint;
use crate::rigid_bodies::rigid::Rigid;
use crate::triggers::gravity_field::GravityField;
use crate::triggers::trigger::Trigger;
use glam::{Mat4, Quat, Vec3};
use pliant_gltf::images::Image;
use pliant_gltf::pool::AccessorPool;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A checked glTF file: what to draw, and what each node is physically.
///
/// Units are SI, and the world is right-handed with +Y up. All indices are valid: no other crate checks them again.
#[derive(Debug, Clone, Default)]
pub struct Scene {
    /// What the scene is called in messages: its file name, or `-`.
    pub name: String,
    /// CRC-32 of the file, of the buffers that it names, and of the overrides: equal for the same simulated scene. Pictures are left out.
    pub digest: u32,
    /// Files beside the scene's own that it names: buffers and pictures.
    pub files: Vec<PathBuf>,
    /// Every node of the file, in the file's order.
    pub nodes: Vec<Node>,
    /// The nodes of the shown glTF scene, parents before their children.
    pub order: Vec<usize>,
    /// Every mesh of the file.
    pub meshes: Vec<Mesh>,
    /// The bytes and descriptions that primitives read; what the GPU gets as the accessor pool.
    pub accessors: AccessorPool,
    /// Every material; index 0 is glTF's default material.
    pub materials: Vec<Material>,
    /// Textures that materials name.
    pub textures: Vec<Texture>,
    /// Decoded pictures that textures name.
    pub images: Vec<Image>,
    /// Samplers that textures name; index 0 is glTF's default sampler.
    pub samplers: Vec<Sampler>,
    /// Cameras that nodes name.
    pub cameras: Vec<Camera>,
    /// Lights (KHR_lights_punctual) that nodes name.
    pub lights: Vec<Light>,
    /// Every skin of the file.
    pub skins: Vec<Skin>,
    /// Every animation; all of them play from t = 0.
    pub animations: Vec<Animation>,
    /// The bodies that are simulated, in the order of `order`.
    pub bodies: Vec<Body>,
    /// The bodies that move without deforming, in the order of `order`.
    pub rigids: Vec<Rigid>,
    /// Joints between rigid bodies, in the order of `order`.
    pub joints: Vec<Joint>,
    /// The colliders, in the order of `order`.
    pub colliders: Vec<Collider>,
    /// Convex pieces of freely moving meshes: rigid bodies collide with them instead of the mesh. Each has its mesh's node.
    pub pieces: Vec<Collider>,
    /// Volumes that report what is in them, in the order of `order`.
    pub triggers: Vec<Trigger>,
    /// Triggers with a gravity of their own, in the order in which they are evaluated.
    pub fields: Vec<GravityField>,
    /// Names of the systems of collision filters, by their bits.
    pub systems: Vec<String>,
    /// The collision meshes that mesh colliders name.
    pub collision_meshes: Vec<CollisionMesh>,
    /// The scene's settings of the simulation.
    pub settings: SceneSettings,
    /// What must hold for `--check` to pass.
    pub expectations: Vec<Expectation>,
    /// Everything that was ignored, defaulted or not understood, one line each.
    pub warnings: Vec<String>,
}

impl Scene {
    /// The rigid body that a node moves with.
    #[must_use]
    pub fn rigid_of(&self, node: usize) -> Option<usize> {
        let rigid = |node: usize| self.rigids.iter().position(|rigid| rigid.node == node);
        self.ancestors(node).find_map(rigid)
    }

    /// Pins these particles of a body, ascending, where the host moves them, instead of those that follow its node. The digest
    /// changes, so that states of other pins are refused.
    pub fn hold_pins(&mut self, body: usize, particles: Vec<u32>) {
        let start = self.digest.rotate_left(7) ^ body as u32 ^ 0x5049_4e53;
        let fold = |digest: u32, p: &u32| digest.rotate_left(5) ^ p;
        self.digest = particles.iter().fold(start, fold);
        let body = &mut self.bodies[body];
        (body.pinned, body.held) = (particles, true);
    }

    /// A node and its ancestors, up to the root.
    pub fn ancestors(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(node), |node| self.nodes[*node].parent)
    }

    /// The rigid body that moves a node: its own, or that of the nearest of its ancestors that has one.
    #[must_use]
    pub fn rigid_above(&self, node: usize) -> Option<usize> {
        let body = |node: usize| self.rigids.iter().position(|rigid| rigid.node == node);
        self.ancestors(node).find_map(body)
    }

    /// All shapes that rigid bodies can collide with: colliders, then convex pieces of some of them.
    pub fn solids(&self) -> impl Iterator<Item = &Collider> {
        self.colliders.iter().chain(&self.pieces)
    }

    /// Number of convex pieces that stand in for a collider; 0 where rigid bodies collide with the collider itself.
    #[must_use]
    pub fn pieces_of(&self, collider: usize) -> usize {
        let node = self.colliders[collider].node;
        self.pieces
            .iter()
            .filter(|piece| piece.node == node)
            .count()
    }
}

/// One node: a frame in the tree, and the objects attached to it.
#[derive(Debug, Clone, Default)]
pub struct Node {
    /// Its name, `node12` where the file has none; a second node of one name gets `#2`.
    pub name: String,
    /// Its parent in `Scene::nodes`.
    pub parent: Option<usize>,
    /// Its children in `Scene::nodes`.
    pub children: Vec<usize>,
    /// Its transform at rest, relative to its parent.
    pub local: Transform,
    /// Its mesh in `Scene::meshes`.
    pub mesh: Option<usize>,
    /// Its skin in `Scene::skins`.
    pub skin: Option<usize>,
    /// Weights of its morph targets at rest, where they are not those of its mesh.
    pub weights: Option<Box<[f32]>>,
    /// Its camera in `Scene::cameras`.
    pub camera: Option<usize>,
    /// Its light in `Scene::lights`.
    pub light: Option<usize>,
    /// Its body in `Scene::bodies`.
    pub body: Option<usize>,
    /// What it is, as a word of `pliant_body`; empty for a node outside of the shown scene.
    pub kind: &'static str,
    /// Its valid keys without `pliant_`, of file and flags, as they were given.
    pub keys: BTreeMap<&'static str, serde_json::Value>,
}

/// A node's local transform, whose parts an animation replaces.
#[derive(Debug, Clone, PartialEq)]
pub struct Transform {
    /// Translation, m.
    pub translation: Vec3,
    /// Unit rotation.
    pub rotation: Quat,
    /// Scale, may be negative.
    pub scale: Vec3,
    /// A matrix with shear, which is no T·R·S; it replaces the three above, and such a node is never animated.
    /// Boxed, since it is rare and four times as large as the rest.
    pub matrix: Option<Box<Mat4>>,
}

impl Default for Transform {
    fn default() -> Self {
        Self {
            translation: Vec3::ZERO,
            rotation: Quat::IDENTITY,
            scale: Vec3::ONE,
            matrix: None,
        }
    }
}

impl Transform {
    /// The transform as a matrix that acts on column vectors.
    #[must_use]
    pub fn to_matrix(&self) -> Mat4 {
        match &self.matrix {
            Some(matrix) => **matrix,
            None => {
                Mat4::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
            }
        }
    }
}

/// A mesh: primitives whose vertices are numbered consecutively, in the order of the primitives.
#[derive(Debug, Clone, Default)]
pub struct Mesh {
    /// Its name, `mesh3` where the file has none.
    pub name: String,
    /// Its primitives; the vertex `v` of primitive `p` has the mesh-wide number `first_vertex + v`.
    pub primitives: Vec<Primitive>,
    /// Weight of each of its morph targets at rest.
    pub weights: Vec<f32>,
}

/// One primitive: a vertex range, its attributes and its elements.
#[derive(Debug, Clone)]
pub struct Primitive {
    /// Type of its elements; strips and fans are already split.
    pub topology: Topology,
    /// The mesh-wide number of its vertex 0.
    pub first_vertex: u32,
    /// How many vertices it has.
    pub vertex_count: u32,
    /// The elements as vertex numbers of this primitive: 1, 2 or 3 each, by `topology`.
    pub indices: Vec<u32>,
    /// POSITION, in `Scene::accessors`.
    pub position: usize,
    /// NORMAL.
    pub normal: Option<usize>,
    /// TANGENT.
    pub tangent: Option<usize>,
    /// TEXCOORD_0 and TEXCOORD_1.
    pub texcoords: [Option<usize>; 2],
    /// COLOR_0.
    pub color: Option<usize>,
    /// `_REST_POSITION`.
    pub rest_position: Option<usize>,
    /// `_MASS`, kg.
    pub mass: Option<usize>,
    /// `_PIN`.
    pub pin: Option<usize>,
    /// JOINTS_n and WEIGHTS_n.
    pub joint_sets: Vec<JointSet>,
    /// POSITION of each morph target, if it moves vertices.
    pub targets: Vec<Option<usize>>,
    /// POSITION before it deforms, where `position` is the deformed one at t = 0: in simulated bodies.
    pub bind_position: Option<usize>,
    /// Its material in `Scene::materials` (0 is the default one).
    pub material: usize,
}

/// Type of the elements of a primitive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topology {
    /// One vertex each.
    Points,
    /// Two vertices each.
    Lines,
    /// Three vertices each, counter-clockwise seen from the front.
    Triangles,
}

/// A camera; it looks along its node's −Z.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Camera {
    /// Perspective: vertical field of view in radians, aspect if given, near, far if finite (m).
    Perspective {
        /// Vertical field of view, rad.
        yfov: f32,
        /// Width over height, if the file says it.
        aspect: Option<f32>,
        /// Near plane, m.
        near: f32,
        /// Far plane, m.
        far: Option<f32>,
    },
    /// Orthographic: half width, half height, near, far (m).
    Orthographic {
        /// Half the width, m.
        xmag: f32,
        /// Half the height, m.
        ymag: f32,
        /// Near plane, m.
        near: f32,
        /// Far plane, m.
        far: f32,
    },
}

/// A punctual light; directional and spot lights shine along their node's −Z.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Light {
    /// Linear colour.
    pub color: Vec3,
    /// lux for directional lights, candela for the others.
    pub intensity: f32,
    /// Range of the light, m.
    pub range: Option<f32>,
    /// Which of the three it is.
    pub kind: LightKind,
}

/// The kinds of KHR_lights_punctual.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LightKind {
    /// A sun.
    Directional,
    /// A bulb.
    Point,
    /// A cone: inner and outer half angle, rad.
    Spot {
        /// Full intensity inside.
        inner: f32,
        /// None outside.
        outer: f32,
    },
}

/// Scene `extras` (docs/authoring.md); `None` where the scene has no such key. The command line overrides them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SceneSettings {
    /// `pliant_gravity`, else OMI's, m/s².
    pub gravity: Option<Vec3>,
    /// `pliant_fps`, 1/s.
    pub fps: Option<f64>,
    /// `pliant_duration`, s.
    pub duration: Option<f64>,
    /// `pliant_substeps`.
    pub substeps: Option<u32>,
    /// `pliant_iterations`.
    pub iterations: Option<u32>,
    /// `pliant_solver`.
    pub solver: Option<Solver>,
    /// `pliant_wind`, m/s.
    pub wind: Option<Vec3>,
    /// `pliant_kill_below`, m.
    pub kill_below: Option<f32>,
    /// `pliant_sleeping`.
    pub sleeping: Option<bool>,
}

/// Which method solves the constraints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Solver {
    /// Mass-splitting Jacobi with Chebyshev acceleration.
    Jacobi,
    /// Coloured Gauss-Seidel.
    #[default]
    GaussSeidel,
}

impl Solver {
    /// The name that flags, keys and metrics use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Jacobi => "jacobi",
            Self::GaussSeidel => "gauss-seidel",
        }
    }
}
