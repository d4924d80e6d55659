//! The buffer of a document with its accessors, and the GLB container.

use crate::{Primitive, numbers};
use glam::{Vec2, Vec3};
use serde_json::{Map, Value, json};

const FLOAT: u32 = 5126;
const UNSIGNED_BYTE: u32 = 5121;
const UNSIGNED_SHORT: u32 = 5123;
const UNSIGNED_INT: u32 = 5125;

/// Bytes with one view per accessor.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Buffer {
    pub(crate) bytes: Vec<u8>,
    pub(crate) views: Vec<Value>,
    pub(crate) accessors: Vec<Value>,
}

impl Buffer {
    pub(crate) fn primitive(&mut self, primitive: &Primitive) -> Value {
        let mut attributes = Map::new();
        attributes.insert(
            "POSITION".into(),
            self.bounded("VEC3", primitive.positions.iter().map(Vec3::to_array)),
        );
        if !primitive.normals.is_empty() {
            attributes.insert(
                "NORMAL".into(),
                self.floats("VEC3", primitive.normals.iter().map(Vec3::to_array)),
            );
        }
        if !primitive.uvs.is_empty() {
            attributes.insert(
                "TEXCOORD_0".into(),
                self.floats("VEC2", primitive.uvs.iter().map(Vec2::to_array)),
            );
        }
        for (name, values) in &primitive.scalars {
            attributes.insert(
                name.clone(),
                self.floats("SCALAR", values.iter().map(|&v| [v])),
            );
        }
        for (name, values) in &primitive.vectors {
            attributes.insert(
                name.clone(),
                self.floats("VEC3", values.iter().map(Vec3::to_array)),
            );
        }
        for (n, set) in primitive.joints.iter().enumerate() {
            let bytes: Vec<u8> = set.iter().flatten().map(|(joint, _)| *joint).collect();
            let joints = self.accessor(
                json!({ "componentType": UNSIGNED_BYTE, "type": "VEC4", "count": set.len() }),
                &bytes,
            );
            let weights: Vec<u8> = set.iter().flat_map(weights_in_bytes).collect();
            let weights = self.accessor(
                json!({ "componentType": UNSIGNED_BYTE, "normalized": true, "type": "VEC4", "count": set.len() }),
                &weights,
            );
            attributes.insert(format!("JOINTS_{n}"), joints);
            attributes.insert(format!("WEIGHTS_{n}"), weights);
        }
        let mut json = json!({ "mode": primitive.mode as u32, "attributes": attributes });
        if !primitive.indices.is_empty() {
            json["indices"] = self.indices(&primitive.indices);
        }
        for target in &primitive.targets {
            let displacements = self.bounded("VEC3", target.iter().map(Vec3::to_array));
            let target = json!({ "POSITION": displacements });
            match &mut json["targets"] {
                Value::Array(targets) => targets.push(target),
                none => *none = json!([target]),
            }
        }
        if let Some(material) = primitive.material {
            json["material"] = material.into();
        }
        json
    }

    pub(crate) fn floats<const N: usize>(
        &mut self,
        kind: &str,
        values: impl ExactSizeIterator<Item = [f32; N]>,
    ) -> Value {
        let count = values.len();
        let bytes: Vec<u8> = values.flatten().flat_map(f32::to_le_bytes).collect();
        self.accessor(
            json!({ "componentType": FLOAT, "type": kind, "count": count }),
            &bytes,
        )
    }

    pub(crate) fn bounded<const N: usize>(
        &mut self,
        kind: &str,
        values: impl ExactSizeIterator<Item = [f32; N]> + Clone,
    ) -> Value {
        let fold = |pick: fn(f32, f32) -> f32| {
            let bound = values
                .clone()
                .reduce(|a, b| std::array::from_fn(|i| pick(a[i], b[i])));
            numbers(&bound.unwrap_or([0.0; N]))
        };
        let (min, max) = (fold(f32::min), fold(f32::max));
        let accessor = self.floats(kind, values);
        let json = self.accessors.last_mut().expect("just added");
        json["min"] = min;
        json["max"] = max;
        accessor
    }

    fn indices(&mut self, indices: &[u32]) -> Value {
        let short: Option<Vec<u16>> = indices
            .iter()
            .map(|&i| u16::try_from(i).ok().filter(|&i| i != u16::MAX))
            .collect();
        let (component, bytes): (_, Vec<u8>) = match short {
            Some(short) => (
                UNSIGNED_SHORT,
                short.iter().flat_map(|i| i.to_le_bytes()).collect(),
            ),
            None => (
                UNSIGNED_INT,
                indices.iter().flat_map(|i| i.to_le_bytes()).collect(),
            ),
        };
        self.accessor(
            json!({ "componentType": component, "type": "SCALAR", "count": indices.len() }),
            &bytes,
        )
    }

    fn accessor(&mut self, mut accessor: Value, bytes: &[u8]) -> Value {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let view =
            json!({ "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len() });
        self.bytes.extend(bytes);
        accessor["bufferView"] = push(&mut self.views, view).into();
        push(&mut self.accessors, accessor).into()
    }
}

/// Appends a value and returns its index, by which glTF refers to it.
pub(crate) fn push(list: &mut Vec<Value>, value: Value) -> usize {
    list.push(value);
    list.len() - 1
}

/// Encodes a JSON text and a buffer as GLB.
pub(crate) fn glb(json: Vec<u8>, bytes: &[u8]) -> Vec<u8> {
    let mut chunks = Vec::new();
    chunk(&mut chunks, b"JSON", json, b' ');
    if !bytes.is_empty() {
        chunk(&mut chunks, b"BIN\0", bytes.to_vec(), 0);
    }
    let mut file = b"glTF".to_vec();
    file.extend(2_u32.to_le_bytes());
    file.extend(size(12 + chunks.len()));
    file.extend(chunks);
    file
}

fn chunk(glb: &mut Vec<u8>, kind: &[u8; 4], mut content: Vec<u8>, padding: u8) {
    content.resize(content.len().next_multiple_of(4), padding);
    glb.extend(size(content.len()));
    glb.extend(kind);
    glb.extend(content);
}

fn size(bytes: usize) -> [u8; 4] {
    u32::try_from(bytes)
        .expect("scenes are far below 4 GiB")
        .to_le_bytes()
}

/// Four weights in 255ths; the first one makes up for what the others lose by rounding.
fn weights_in_bytes(four: &[(u8, f32); 4]) -> [u8; 4] {
    let total = four
        .iter()
        .map(|(_, weight)| 255.0 * weight)
        .sum::<f32>()
        .round();
    let [_, b, c, d] = four.map(|(_, weight)| (255.0 * weight).round());
    [total - b - c - d, b, c, d].map(|weight| weight as u8)
}
