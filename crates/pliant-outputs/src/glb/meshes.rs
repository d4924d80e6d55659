//! The parts of a body's mesh that do not change: elements, texture coordinates, colours and materials.

use super::data::Data;
use crate::error::Error;
use pliant_scene::{Package, Primitive, Scene, Topology};
use serde_json::{Map, Value, json};
use std::ops::Range;

/// A primitive of a body.
pub(super) struct Piece {
    /// Its vertices, counted in the body.
    pub(super) vertices: Range<usize>,
    /// Whether it has normals.
    pub(super) shaded: bool,
    /// Its glTF primitive, without positions, normals and targets.
    pub(super) json: Map<String, Value>,
}

/// The primitives of a body. Its vertices have the order of the scene's mesh.
pub(super) fn pieces(
    scene: &Scene,
    body: usize,
    package: &Package,
    data: &mut Data,
) -> Result<Vec<Piece>, Error> {
    let node = scene.bodies[body].node;
    let Some(mesh) = scene.nodes[node].mesh else {
        return Ok(Vec::new());
    };
    let primitives = &scene.meshes[mesh].primitives;
    let authored = authored(package, node, primitives.len());
    // Vertices are written in the world, where a mirroring node turns triangles inside out.
    let mirrored = scene.pose(0.0, false)[node].determinant() < 0.0;
    let piece = |(i, primitive)| {
        let authored = authored.map(|all| &all[i]);
        let writer = Writer {
            scene,
            package,
            primitive,
            authored,
        };
        writer.piece(mirrored, data)
    };
    primitives.iter().enumerate().map(piece).collect()
}

/// The file's primitives of a node, if they are as many as the scene's.
fn authored(package: &Package, node: usize, count: usize) -> Option<&[Value]> {
    let at = |key: &str, i: u64| package.json.get(key)?.get(usize::try_from(i).ok()?);
    let mesh = at("nodes", node as u64)?.get("mesh")?.as_u64()?;
    let primitives = at("meshes", mesh)?.get("primitives")?.as_array()?;
    (primitives.len() == count).then_some(primitives)
}

struct Writer<'a> {
    scene: &'a Scene,
    package: &'a Package,
    primitive: &'a Primitive,
    authored: Option<&'a Value>,
}

impl Writer<'_> {
    fn piece(&self, mirrored: bool, data: &mut Data) -> Result<Piece, Error> {
        let primitive = self.primitive;
        let mut json = Map::new();
        for key in ["extras", "extensions"] {
            if let Some(value) = self.authored.and_then(|authored| authored.get(key)) {
                json.insert(key.to_owned(), value.clone());
            }
        }
        json.insert("attributes".to_owned(), self.attributes(data)?.into());
        let mode = match primitive.topology {
            Topology::Points => 0,
            Topology::Lines => 1,
            Topology::Triangles => 4,
        };
        json.insert("mode".to_owned(), json!(mode));
        if primitive.topology != Topology::Points && !primitive.indices.is_empty() {
            let indices = self.indices(mirrored);
            let indices = data.indices(&indices, primitive.vertex_count as usize)?;
            json.insert("indices".to_owned(), json!(indices));
        }
        if let Some(material) = primitive.material.checked_sub(1) {
            json.insert("material".to_owned(), json!(material));
        }
        let first = primitive.first_vertex as usize;
        Ok(Piece {
            vertices: first..first + primitive.vertex_count as usize,
            shaded: primitive.topology == Topology::Triangles,
            json,
        })
    }

    fn indices(&self, mirrored: bool) -> Vec<u32> {
        let mut indices = self.primitive.indices.clone();
        if mirrored && self.primitive.topology == Topology::Triangles {
            indices
                .as_chunks_mut::<3>()
                .0
                .iter_mut()
                .for_each(|t| t.swap(1, 2));
        }
        indices
    }

    /// The file's own attributes where it has one for each vertex, else those that the scene has.
    fn attributes(&self, data: &mut Data) -> Result<Map<String, Value>, Error> {
        let mut attributes = Map::new();
        let given = self.authored.and_then(|p| p.get("attributes")?.as_object());
        for (name, accessor) in given.into_iter().flatten() {
            if is_constant(name) && self.fits(accessor) {
                attributes.insert(name.clone(), accessor.clone());
            }
        }
        let [first, second] = self.primitive.texcoords;
        let read = [
            ("TEXCOORD_0", first, 2),
            ("TEXCOORD_1", second, 2),
            ("COLOR_0", self.primitive.color, 4),
        ];
        for (name, accessor, components) in read {
            if let Some(accessor) = accessor.filter(|_| !attributes.contains_key(name)) {
                let numbers = self.numbers(accessor, components);
                attributes.insert(
                    name.to_owned(),
                    json!(data.attribute(&numbers, components)?),
                );
            }
        }
        Ok(attributes)
    }

    fn fits(&self, accessor: &Value) -> bool {
        let accessors = self.package.json.get("accessors").and_then(Value::as_array);
        let accessor = accessor
            .as_u64()
            .and_then(|i| accessors?.get(usize::try_from(i).ok()?));
        let count = accessor.and_then(|accessor| accessor.get("count")?.as_u64());
        count == Some(self.primitive.vertex_count.into())
    }

    fn numbers(&self, accessor: usize, components: usize) -> Vec<f32> {
        let pool = &self.scene.accessors;
        // A colour without alpha is opaque.
        let opaque = pool.accessors[accessor].components == 3;
        let vertex = |v: usize| {
            let [x, y, z, w] = pool.vec4(accessor, v);
            let w = if opaque { 1.0 } else { w };
            [x, y, z, w].into_iter().take(components)
        };
        (0..self.primitive.vertex_count as usize)
            .flat_map(vertex)
            .collect()
    }
}

/// Whether an attribute stays as it is when its mesh deforms.
fn is_constant(name: &str) -> bool {
    let changes = ["POSITION", "NORMAL", "TANGENT", "_REST_POSITION"];
    !changes.contains(&name) && !name.starts_with("JOINTS_") && !name.starts_with("WEIGHTS_")
}
