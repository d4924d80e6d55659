//! Reads skins: checks that their joints exist, that no joint occurs twice, and their inverse bind matrices.

use crate::error::{Error, Result};
use crate::graph::nodes::Node;
use glam::{Mat4, Vec4};
use pliant_gltf::accessors::{Accessors, Component, little_endian};
use pliant_gltf::document::{Document, Skin as Item, index};
use pliant_gltf::text::{name, quote};

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

/// Most joints of all skins together.
const MAX_JOINTS: usize = 1 << 16;

/// Reads all skins.
pub(crate) fn read(
    document: &Document,
    nodes: &[Node],
    accessors: &Accessors,
) -> Result<Vec<Skin>> {
    let mut joints_left = MAX_JOINTS;
    let skins = document.skins.iter().enumerate();
    let skin = |(i, item): (usize, &Item)| {
        let name = name(item.name.as_ref(), "skin", i);
        let owner = format!("skin {i} {}", quote(&name));
        joints_left = joints_left.checked_sub(item.joints.len()).ok_or_else(|| {
            Error::Scene(format!(
                "{owner}: all skins together exceed {MAX_JOINTS} joints; split the scene"
            ))
        })?;
        let joints = joints(item, nodes, accessors, &owner)?;
        Ok(Skin { name, joints })
    };
    skins.map(skin).collect()
}

fn joints(
    item: &Item,
    nodes: &[Node],
    accessors: &Accessors,
    owner: &str,
) -> Result<Vec<SkinJoint>> {
    if item.joints.is_empty() {
        return Error::scene(format!("{owner} has no joints; export it again"));
    }
    let named = item.joints.iter();
    let named = named.map(|&joint| index(joint, nodes.len(), owner, "node"));
    let named: Vec<usize> = named.collect::<std::result::Result<_, _>>()?;
    let mut sorted = named.clone();
    sorted.sort_unstable();
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        let joint = quote(&nodes[pair[0]].name);
        return Error::scene(format!("{owner} names the joint {joint} twice"));
    }
    let matrices = inverse_binds(item, named.len(), accessors, owner)?;
    let joint = |(node, inverse_bind)| SkinJoint { node, inverse_bind };
    Ok(named.into_iter().zip(matrices).map(joint).collect())
}

/// The inverse bind matrix of each joint; identities where the file has none.
fn inverse_binds(
    item: &Item,
    joints: usize,
    accessors: &Accessors,
    owner: &str,
) -> Result<Vec<Mat4>> {
    let Some(accessor) = item.inverse_bind_matrices else {
        return Ok(vec![Mat4::IDENTITY; joints]);
    };
    let owner = format!("{owner}: inverseBindMatrices");
    let accessor = accessors.index(accessor, &owner)?;
    let layout = accessors.layout(accessor)?;
    if !layout.is_matrix(4) || layout.component != Component::F32 {
        return Error::scene(format!(
            "{owner}: accessor {accessor} must have MAT4 floats"
        ));
    }
    if layout.count < joints {
        let count = layout.count;
        return Error::scene(format!(
            "{owner}: accessor {accessor} has {count} elements, but the skin has {joints} joints"
        ));
    }
    let dense = accessors.read(accessor)?;
    let matrices = dense.bytes.chunks_exact(dense.stride).take(joints);
    let matrix = |(joint, bytes): (usize, &[u8])| {
        let mut columns = [0.0; 16];
        for (column, bytes) in columns.iter_mut().zip(bytes.chunks_exact(4)) {
            *column = f32::from_bits(little_endian(bytes));
        }
        affine(Mat4::from_cols_array(&columns)).ok_or_else(|| {
            Error::Scene(format!(
                "{owner}: the matrix of joint {joint} (accessor {accessor}) is not finite, or its last row is not 0 0 0 1"
            ))
        })
    };
    matrices.enumerate().map(matrix).collect()
}

/// The matrix with the last row 0 0 0 1, which exporters round; `None` where the row is another one.
fn affine(matrix: Mat4) -> Option<Mat4> {
    let is_affine = matrix.is_finite() && matrix.row(3).abs_diff_eq(Vec4::W, 1e-3);
    is_affine.then(|| {
        let mut matrix = matrix.transpose();
        matrix.w_axis = Vec4::W;
        matrix.transpose()
    })
}
