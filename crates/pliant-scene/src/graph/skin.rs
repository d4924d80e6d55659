//! Skins and morph targets as the file gives them.

use glam::Mat4;

/// Joints that move the vertices of meshes.
#[derive(Debug, Clone, Default)]
pub struct Skin {
    /// Its name, `skin2` where the file has none.
    pub name: String,
    /// Its joints, at least one; JOINTS attributes name them by their index.
    pub joints: Vec<SkinJoint>,
}

/// A joint of a skin: vertices follow the world matrix of the node times `inverse_bind`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SkinJoint {
    /// In `Scene::nodes`.
    pub node: usize,
    /// From the mesh's frame to the node's, as both were when the mesh was bound.
    pub inverse_bind: Mat4,
}

/// One JOINTS attribute with its WEIGHTS: four joints of each vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JointSet {
    /// JOINTS_n, in `Scene::accessors`.
    pub joints: usize,
    /// WEIGHTS_n.
    pub weights: usize,
}
