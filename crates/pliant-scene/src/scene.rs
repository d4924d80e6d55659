//! The checked scene: plain arrays, every index in range, every number finite. See [`Scene`].

use crate::bodies::body::Body;
use crate::colliders::collider::Collider;
use crate::colliders::collision_mesh::CollisionMesh;
use crate::drawing::cameras::{Camera, Light};
use crate::drawing::materials::Material;
use crate::drawing::textures::{Sampler, Texture};
use crate::graph::animations::Animation;
use crate::graph::meshes::Mesh;
use crate::graph::nodes::Node;
use crate::graph::skins::Skin;
use crate::keys::expectations::Expectation;
use crate::keys::settings::SceneSettings;
use crate::rigid_bodies::joint::Joint;
use crate::rigid_bodies::rigid::Rigid;
use crate::triggers::gravity_field::GravityField;
use crate::triggers::trigger::Trigger;
use pliant_gltf::images::Image;
use pliant_gltf::pool::AccessorPool;
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
    /// The other files that it names: buffers and pictures.
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
