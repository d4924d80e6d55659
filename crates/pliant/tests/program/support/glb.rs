//! Reads a GLB and evaluates its animation as glTF says, with code that shares nothing with the writer.

use glam::{Mat4, Quat, Vec3};
use serde_json::Value;
use std::path::Path;

/// A GLB with one buffer.
pub(crate) struct Glb {
    pub(crate) json: Value,
    bytes: Vec<u8>,
}

impl Glb {
    /// Reads a file, which the crate `gltf` must accept, too.
    pub(crate) fn read(path: &Path) -> Self {
        let file = std::fs::read(path).expect("the file is there");
        gltf::Gltf::from_slice(&file).expect("a valid file");
        let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().expect("4 bytes"));
        assert_eq!(word(8) as usize, file.len());
        let end = 20 + word(12) as usize;
        Self {
            json: serde_json::from_slice(&file[20..end]).expect("JSON"),
            bytes: file.get(end + 8..).unwrap_or_default().to_vec(),
        }
    }

    /// The node of a name.
    pub(crate) fn node(&self, name: &str) -> usize {
        let nodes = self.json["nodes"].as_array().expect("nodes");
        let node = nodes.iter().position(|node| node["name"] == name);
        node.unwrap_or_else(|| panic!("no node {name}"))
    }

    /// The primitives of a node's mesh.
    fn primitives(&self, node: usize) -> &[Value] {
        let mesh = number(&self.json["nodes"][node]["mesh"]);
        self.json["meshes"][mesh]["primitives"]
            .as_array()
            .expect("primitives")
    }

    /// Number of morph targets of a node's mesh.
    pub(crate) fn targets(&self, node: usize) -> usize {
        self.primitives(node)[0]["targets"]
            .as_array()
            .map_or(0, Vec::len)
    }

    /// World positions of a node's vertices at a time.
    pub(crate) fn vertices(&self, node: usize, time: f32) -> Vec<Vec3> {
        let world = self.world(node, time);
        let positions = self.morphed(node, "POSITION", time);
        positions
            .into_iter()
            .map(|p| world.transform_point3(p))
            .collect()
    }

    /// An attribute of all primitives of a node at a time.
    pub(crate) fn morphed(&self, node: usize, name: &str, time: f32) -> Vec<Vec3> {
        let weights = self.channel(node, "weights", time).unwrap_or_default();
        let mut all = Vec::new();
        for primitive in self.primitives(node) {
            let vectors = |accessor: &Value| -> Vec<Vec3> {
                let numbers = self.accessor(number(accessor));
                numbers.chunks_exact(3).map(Vec3::from_slice).collect()
            };
            let mut sum = vectors(&primitive["attributes"][name]);
            for (target, weight) in weights.iter().enumerate().filter(|(_, w)| **w != 0.0) {
                let deltas = vectors(&primitive["targets"][target][name]);
                sum.iter_mut()
                    .zip(deltas)
                    .for_each(|(v, delta)| *v += *weight * delta);
            }
            all.extend(sum);
        }
        all
    }

    /// World matrix of a node at a time.
    pub(crate) fn world(&self, node: usize, time: f32) -> Mat4 {
        let item = &self.json["nodes"][node];
        let given = |path: &str| -> Option<Vec<f32>> {
            let numbers = item[path]
                .as_array()?
                .iter()
                .map(|n| n.as_f64().expect("a number") as f32);
            Some(numbers.collect())
        };
        let part = |path: &str| self.channel(node, path, time).or_else(|| given(path));
        let translation = part("translation").map_or(Vec3::ZERO, |v| Vec3::from_slice(&v));
        let rotation =
            part("rotation").map_or(Quat::IDENTITY, |v| Quat::from_slice(&v).normalize());
        let scale = part("scale").map_or(Vec3::ONE, |v| Vec3::from_slice(&v));
        let local = Mat4::from_scale_rotation_translation(scale, rotation, translation);
        let nodes = self.json["nodes"].as_array().expect("nodes");
        let is_child = |other: &&Value| {
            let children = other["children"].as_array();
            children.is_some_and(|all| all.iter().any(|child| number(child) == node))
        };
        let parent = nodes.iter().position(|other| is_child(&other));
        parent.map_or(Mat4::IDENTITY, |parent| self.world(parent, time)) * local
    }

    /// The value of a channel at a time; `None` where there is no such channel.
    pub(crate) fn channel(&self, node: usize, path: &str, time: f32) -> Option<Vec<f32>> {
        let animation = self.json["animations"].get(0)?;
        let mut channels = animation["channels"].as_array()?.iter();
        let channel = channels.find(|channel| {
            let target = &channel["target"];
            target["path"] == path && target["node"].as_u64() == Some(node as u64)
        })?;
        let sampler = &animation["samplers"][number(&channel["sampler"])];
        let times = self.accessor(number(&sampler["input"]));
        let values = self.accessor(number(&sampler["output"]));
        let width = values.len() / times.len();
        let key = |i: usize| &values[i * width..(i + 1) * width];
        let after = times.partition_point(|t| *t <= time);
        if after == 0 || after == times.len() || sampler["interpolation"] == "STEP" {
            return Some(key(after.saturating_sub(1)).to_vec());
        }
        let t = (time - times[after - 1]) / (times[after] - times[after - 1]);
        let [from, to] = [key(after - 1), key(after)];
        if path == "rotation" {
            let turned = Quat::from_slice(from).slerp(Quat::from_slice(to), t);
            return Some(turned.to_array().to_vec());
        }
        Some(from.iter().zip(to).map(|(a, b)| a + t * (b - a)).collect())
    }

    /// The numbers of an accessor, all components in a row.
    pub(crate) fn accessor(&self, index: usize) -> Vec<f32> {
        let accessor = &self.json["accessors"][index];
        let kinds = ["SCALAR", "VEC2", "VEC3", "VEC4"];
        let kind = kinds.iter().position(|kind| accessor["type"] == *kind);
        let (count, width) = (number(&accessor["count"]), kind.expect("a vector") + 1);
        let component = &accessor["componentType"];
        let mut values = match accessor["bufferView"].is_null() {
            true => vec![0.0; count * width],
            false => self.numbers(&accessor["bufferView"], component, count * width),
        };
        if let Some(sparse) = accessor.get("sparse") {
            let count = number(&sparse["count"]);
            let (indices, changed) = (&sparse["indices"], &sparse["values"]["bufferView"]);
            let indices = self.numbers(&indices["bufferView"], &indices["componentType"], count);
            let changed = self.numbers(changed, component, count * width);
            for (i, value) in indices.iter().zip(changed.chunks_exact(width)) {
                values[*i as usize * width..][..width].copy_from_slice(value);
            }
        }
        values
    }

    fn numbers(&self, view: &Value, component: &Value, count: usize) -> Vec<f32> {
        let view = &self.json["bufferViews"][number(view)];
        let bytes = &self.bytes[view["byteOffset"].as_u64().unwrap_or(0) as usize..];
        let words = |size| bytes.chunks_exact(size).take(count);
        match component.as_u64() {
            Some(5126) => words(4)
                .map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]))
                .collect(),
            Some(5125) => words(4)
                .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]) as f32)
                .collect(),
            Some(5123) => words(2)
                .map(|b| f32::from(u16::from_le_bytes([b[0], b[1]])))
                .collect(),
            other => panic!("component type {other:?}"),
        }
    }
}

fn number(value: &Value) -> usize {
    value
        .as_u64()
        .unwrap_or_else(|| panic!("{value} is no index")) as usize
}
