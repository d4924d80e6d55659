//! The node tree: unique names, one parent each, no cycles, finite transforms.

use crate::drawing::cameras::node_light;
use crate::error::{Error, Result};
use glam::{Mat4, Quat, Vec3};
use pliant_gltf::document::{Document, Node as Item, NodeExtras, index};
use pliant_gltf::text::{name, quote};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap, HashSet};

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
    pub keys: BTreeMap<&'static str, Value>,
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

/// The nodes of a file, in its order.
#[derive(Debug, Default)]
pub(crate) struct Nodes {
    pub(crate) nodes: Vec<Node>,
    /// What physics is read from; `None` for the many nodes that have neither extras nor extensions.
    pub(crate) extras: Vec<Option<Box<NodeExtras>>>,
    /// Nodes whose transform the file gives as a matrix.
    pub(crate) matrices: HashSet<usize>,
    /// Nodes that gave their name to their only child, and these children.
    pub(crate) unnamed_meshes: Vec<[usize; 2]>,
}

/// All nodes.
pub(crate) fn read(document: &Document, lights: usize) -> Result<Nodes> {
    let mut read = Nodes {
        nodes: Vec::with_capacity(document.node_count()),
        extras: Vec::with_capacity(document.node_count()),
        matrices: HashSet::new(),
        unnamed_meshes: Vec::new(),
    };
    for (i, name) in names(document)?.into_iter().enumerate() {
        let item = document.node(i)?;
        let owner = format!("node {}", quote(&name));
        let reference = |value: Option<u64>, length, what| {
            value
                .map(|value| index(value, length, &owner, what))
                .transpose()
        };
        let mesh = reference(item.mesh, document.meshes.len(), "mesh")?;
        let camera = reference(item.camera, document.cameras.len(), "camera")?;
        let children = item
            .children
            .iter()
            .map(|&child| index(child, document.node_count(), &owner, "node"));
        let children = children.collect::<std::result::Result<_, _>>()?;
        let skin = reference(item.skin, document.skins.len(), "skin")?.filter(|_| mesh.is_some());
        let weights = item.weights.as_ref();
        if weights.is_some_and(|weights| weights.iter().any(|weight| !weight.is_finite())) {
            return Error::scene(format!("{owner}: its morph weights are not finite"));
        }
        let local = transform(&item, &owner)?;
        if item.matrix.is_some() {
            read.matrices.insert(i);
        }
        read.nodes.push(Node {
            name,
            children,
            local,
            mesh,
            skin,
            weights: item.weights.clone().map(Vec::into_boxed_slice),
            camera,
            light: node_light(&item.extensions, lights, &owner)?,
            ..Node::default()
        });
        read.extras.push(item.extras());
    }
    set_parents(&mut read.nodes)?;
    hand_down_names(document, &mut read)?;
    Ok(read)
}

/// Gives the name and the keys of a node without a mesh to its only child, if that is a mesh without a name. Programs that quantize
/// vertices, such as gltfpack, put each mesh into such a child, whose transform restores the positions. A node with extensions, such
/// as a physics body, keeps its name.
fn hand_down_names(document: &Document, read: &mut Nodes) -> Result<()> {
    for parent in 0..read.nodes.len() {
        let [child] = read.nodes[parent].children[..] else {
            continue;
        };
        let below = &read.nodes[child];
        let is_only_a_mesh =
            below.mesh.is_some() && below.children.is_empty() && read.extras[child].is_none();
        let above = read.extras[parent].as_ref();
        let is_extended = above.is_some_and(|extras| !extras.extensions.is_empty());
        if read.nodes[parent].mesh.is_some() || !is_only_a_mesh || is_extended {
            continue;
        }
        if document.node_name(child)?.is_some() || document.node_name(parent)?.is_none() {
            continue;
        }
        let name = std::mem::take(&mut read.nodes[parent].name);
        read.nodes[parent].name = std::mem::replace(&mut read.nodes[child].name, name);
        read.extras.swap(parent, child);
        read.unnamed_meshes.push([parent, child]);
    }
    Ok(())
}

/// Does the same to the nodes of a document as JSON.
pub(crate) fn hand_down_in_json(nodes: &mut [Value], unnamed_meshes: &[[usize; 2]]) {
    for pair in unnamed_meshes {
        let Ok([above, below]) = nodes.get_disjoint_mut(*pair) else {
            continue;
        };
        let (Some(above), Some(below)) = (above.as_object_mut(), below.as_object_mut()) else {
            continue;
        };
        for key in ["name", "extras"] {
            below.extend(above.remove(key).map(|value| (key.to_owned(), value)));
        }
    }
}

/// Unique names: `node12` where the file has none, `#2` after the second of one name.
fn names(document: &Document) -> Result<Vec<String>> {
    let given = (0..document.node_count()).map(|i| {
        let given = document.node_name(i)?;
        Ok(name(given.as_ref(), "node", i))
    });
    let mut names: Vec<String> = given.collect::<Result<_>>()?;
    for (i, changed) in renamed(&names) {
        names[i] = changed;
    }
    Ok(names)
}

/// The names that have to change for all to be unique, by their index in `names`.
fn renamed(names: &[String]) -> Vec<(usize, String)> {
    // The suffix of the last node of each name in the file; 0 for a name that occurred once.
    let mut numbers: HashMap<&str, usize> = HashMap::with_capacity(names.len());
    let mut made: HashSet<String> = HashSet::new();
    let mut renamed = Vec::new();
    for (i, base) in names.iter().enumerate() {
        let taken = usize::from(made.contains(base));
        let mut number = numbers.get(base.as_str()).copied().unwrap_or(taken);
        if taken == 0 && !numbers.contains_key(base.as_str()) {
            numbers.insert(base, 0);
            continue;
        }
        // The file itself may call another node `Cloth#2`.
        let unique = loop {
            number = number.max(1) + 1;
            let name = format!("{base}#{number}");
            if !numbers.contains_key(name.as_str()) && !made.contains(&name) {
                break name;
            }
        };
        numbers.insert(base, number);
        made.insert(unique.clone());
        renamed.push((i, unique));
    }
    renamed
}

/// Sets parents and checks that the nodes form a forest.
fn set_parents(nodes: &mut [Node]) -> Result<()> {
    for parent in 0..nodes.len() {
        for index in 0..nodes[parent].children.len() {
            let child = nodes[parent].children[index];
            if let Some(other) = nodes[child].parent.replace(parent) {
                let [child, other, parent] =
                    [child, other, parent].map(|node| quote(&nodes[node].name));
                return Error::scene(format!(
                    "node {child} is a child of both {other} and {parent}; a node has one parent"
                ));
            }
        }
    }
    let mut reached = vec![false; nodes.len()];
    let mut stack: Vec<usize> = (0..nodes.len())
        .filter(|&node| nodes[node].parent.is_none())
        .collect();
    while let Some(node) = stack.pop() {
        reached[node] = true;
        stack.extend(&nodes[node].children);
    }
    match reached.iter().position(|&reached| !reached) {
        Some(node) => Error::scene(format!(
            "node {} is its own ancestor; break the cycle",
            quote(&nodes[node].name)
        )),
        None => Ok(()),
    }
}

/// The nodes of the shown scene, parents before their children.
pub(crate) fn order(document: &Document, nodes: &[Node]) -> Result<Vec<usize>> {
    let mut stack = roots(document, nodes)?;
    stack.reverse();
    let mut order = Vec::with_capacity(nodes.len());
    while let Some(node) = stack.pop() {
        order.push(node);
        stack.extend(nodes[node].children.iter().rev());
    }
    Ok(order)
}

/// The shown scene: the file's own, else its first.
pub(crate) fn shown_scene(document: &Document) -> Result<Option<usize>> {
    match document.scene {
        Some(scene) => Ok(Some(index(
            scene,
            document.scenes.len(),
            "the file",
            "scene",
        )?)),
        None => Ok((!document.scenes.is_empty()).then_some(0)),
    }
}

/// The roots of the shown scene, all of the file's where it has no scenes.
fn roots(document: &Document, nodes: &[Node]) -> Result<Vec<usize>> {
    let Some(scene) = shown_scene(document)? else {
        return Ok((0..nodes.len())
            .filter(|&node| nodes[node].parent.is_none())
            .collect());
    };
    let owner = format!("scene {scene}");
    let mut listed = vec![false; nodes.len()];
    let mut roots = Vec::new();
    for &node in &document.scenes[scene].nodes {
        let node = index(node, nodes.len(), &owner, "node")?;
        if nodes[node].parent.is_some() || std::mem::replace(&mut listed[node], true) {
            let name = quote(&nodes[node].name);
            return Error::scene(format!(
                "{owner} lists node {name}, which is not a root or is listed twice"
            ));
        }
        roots.push(node);
    }
    Ok(roots)
}

fn transform(item: &Item, owner: &str) -> Result<Transform> {
    let translation = item.translation.map_or(Vec3::ZERO, Vec3::from);
    let scale = item.scale.map_or(Vec3::ONE, Vec3::from);
    let rotation = item.rotation.map_or(Quat::IDENTITY, Quat::from_array);
    let matrix = item.matrix.map(|matrix| Mat4::from_cols_array(&matrix));
    let finite = translation.is_finite() && scale.is_finite() && rotation.is_finite();
    if !finite || matrix.is_some_and(|matrix| !matrix.is_finite()) {
        return Error::scene(format!(
            "{owner}: its transform is not finite; export it again"
        ));
    }
    let Some(rotation) = unit(rotation) else {
        return Error::scene(format!(
            "{owner}: its rotation is not a quaternion of length 1"
        ));
    };
    match matrix {
        Some(matrix) => from_matrix(matrix, owner),
        None => Ok(Transform {
            translation,
            rotation,
            scale,
            matrix: None,
        }),
    }
}

/// The normalized quaternion: files store few digits, so its length is not exactly 1. `None` where it is about 0.
pub(crate) fn unit(quaternion: Quat) -> Option<Quat> {
    let length = quaternion.length();
    (length.is_finite() && length > 1e-3).then(|| quaternion / length)
}

/// The matrix as T·R·S where it has no shear, else the matrix itself.
fn from_matrix(matrix: Mat4, owner: &str) -> Result<Transform> {
    if matrix.row(3) != glam::Vec4::W {
        return Error::scene(format!(
            "{owner}: the last row of its matrix must be 0 0 0 1"
        ));
    }
    let (scale, rotation, translation) = matrix.to_scale_rotation_translation();
    let parts = Transform {
        translation,
        rotation,
        scale,
        matrix: None,
    };
    let close = |a: Mat4, b: Mat4| a.abs_diff_eq(b, 1e-6 * scale.abs().max_element());
    if rotation.is_finite() && scale.is_finite() && close(parts.to_matrix(), matrix) {
        Ok(parts)
    } else {
        Ok(Transform {
            matrix: Some(Box::new(matrix)),
            ..Transform::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_unique_in_the_order_of_the_file() {
        let names = ["a", "a#2", "a", "b", "a", "a#2", "a#3"].map(str::to_owned);
        let changed: Vec<(usize, &str)> = vec![(2, "a#3"), (4, "a#4"), (5, "a#2#2"), (6, "a#3#2")];
        let renamed = renamed(&names);
        let renamed: Vec<(usize, &str)> = renamed.iter().map(|(i, name)| (*i, &**name)).collect();
        assert_eq!(renamed, changed);
    }
}
