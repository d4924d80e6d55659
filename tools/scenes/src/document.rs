//! A glTF document, and its two file formats.

use crate::buffer::{Buffer, glb, push};
use crate::node::{camera, look_at};
use crate::{Channel, Expect, Material, Node, Primitive, Shape, Track, number, shapes};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use glam::{Mat4, Vec3};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// A glTF document with one scene and one buffer. Adding an element returns its index in the file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Document {
    nodes: Vec<Value>,
    roots: Vec<usize>,
    meshes: Vec<Value>,
    materials: Vec<Value>,
    images: Vec<Value>,
    animations: Vec<Value>,
    cameras: Vec<Value>,
    shapes: Vec<Value>,
    omi_shapes: Vec<Value>,
    physics_materials: Vec<Value>,
    collision_filters: Vec<Value>,
    physics_joints: Vec<Value>,
    lights: Vec<Value>,
    skins: Vec<Value>,
    extras: Map<String, Value>,
    expectations: Vec<Value>,
    buffer: Buffer,
}

impl Document {
    /// An empty scene.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a node to the scene.
    pub fn add(&mut self, node: Node) -> usize {
        let index = push(&mut self.nodes, Value::Object(node.json));
        self.roots.push(index);
        index
    }

    /// Adds a node as a child of another one.
    pub fn add_child(&mut self, parent: usize, node: Node) -> usize {
        let index = push(&mut self.nodes, Value::Object(node.json));
        match &mut self.nodes[parent]["children"] {
            Value::Array(children) => children.push(index.into()),
            none => *none = json!([index]),
        }
        index
    }

    /// Adds a mesh, which several nodes may use.
    pub fn mesh(&mut self, name: &str, primitives: impl IntoIterator<Item = Primitive>) -> usize {
        let primitives: Value = primitives
            .into_iter()
            .map(|p| self.buffer.primitive(&p))
            .collect();
        push(
            &mut self.meshes,
            json!({ "name": name, "primitives": primitives }),
        )
    }

    /// Adds a skin, by its joints with their inverse bind matrices.
    pub fn skin(&mut self, name: &str, joints: &[(usize, Mat4)]) -> usize {
        let matrices = joints.iter().map(|(_, matrix)| matrix.to_cols_array());
        let matrices = self.buffer.floats("MAT4", matrices);
        let nodes: Vec<usize> = joints.iter().map(|(node, _)| *node).collect();
        let skin = json!({ "name": name, "joints": nodes, "inverseBindMatrices": matrices });
        push(&mut self.skins, skin)
    }

    /// Adds a material.
    pub fn material(&mut self, material: &Material) -> usize {
        let texture = material
            .checker
            .map(|c| push(&mut self.images, data_uri("image/png", &c.png()).into()));
        push(&mut self.materials, material.json(texture))
    }

    /// Adds an animation.
    pub fn animation(&mut self, name: &str, channels: &[Channel]) -> usize {
        let mut samplers = Vec::new();
        let mut targets = Vec::new();
        for channel in channels {
            let (path, output) = match &channel.track {
                Track::Translation(keys) => (
                    "translation",
                    self.buffer.floats("VEC3", keys.iter().map(Vec3::to_array)),
                ),
                Track::Rotation(keys) => (
                    "rotation",
                    self.buffer
                        .floats("VEC4", keys.iter().map(|q| q.to_array())),
                ),
                Track::Scale(keys) => (
                    "scale",
                    self.buffer.floats("VEC3", keys.iter().map(Vec3::to_array)),
                ),
                Track::Weights(keys) => (
                    "weights",
                    self.buffer
                        .floats("SCALAR", keys.iter().map(|&weight| [weight])),
                ),
            };
            let input = self
                .buffer
                .bounded("SCALAR", channel.times.iter().map(|&t| [t]));
            let sampler = json!({ "input": input, "output": output, "interpolation": channel.interpolation.name() });
            let sampler = push(&mut samplers, sampler);
            targets.push(
                json!({ "sampler": sampler, "target": { "node": channel.node, "path": path } }),
            );
        }
        push(
            &mut self.animations,
            json!({ "name": name, "samplers": samplers, "channels": targets }),
        )
    }

    /// Adds a shape for colliders.
    pub fn shape(&mut self, shape: Shape) -> usize {
        push(&mut self.shapes, shape.json())
    }

    /// Adds a shape of OMI_physics_shape, for triggers of OMI_physics_body and gravity.
    pub fn omi_shape(&mut self, shape: Shape) -> usize {
        push(&mut self.omi_shapes, shape.json())
    }

    /// Adds a mesh, or its convex hull, as such a shape.
    pub fn omi_mesh(&mut self, mesh: usize, hull: bool) -> usize {
        let kind = if hull { "convex" } else { "trimesh" };
        let shape = json!({ "type": kind, kind: { "mesh": mesh } });
        push(&mut self.omi_shapes, shape)
    }

    /// Adds a physics material with static and dynamic friction and restitution.
    pub fn physics_material(
        &mut self,
        static_friction: f32,
        dynamic_friction: f32,
        restitution: f32,
    ) -> usize {
        let material = json!({
            "staticFriction": number(static_friction),
            "dynamicFriction": number(dynamic_friction),
            "restitution": number(restitution),
        });
        push(&mut self.physics_materials, material)
    }

    /// Sets the combine modes of friction and restitution of a physics material.
    pub fn combine(&mut self, physics_material: usize, friction: &str, restitution: &str) {
        let material = &mut self.physics_materials[physics_material];
        material["frictionCombine"] = friction.into();
        material["restitutionCombine"] = restitution.into();
    }

    /// Adds a collision filter as KHR_physics_rigid_bodies defines it.
    pub fn collision_filter(&mut self, filter: Value) -> usize {
        push(&mut self.collision_filters, filter)
    }

    /// Adds a joint with `limits` and `drives`, as KHR_physics_rigid_bodies defines it, for nodes to use.
    pub fn physics_joint(&mut self, joint: Value) -> usize {
        push(&mut self.physics_joints, joint)
    }

    /// Adds a node `Camera` at `eye` that looks at `target`; `yfov` is its vertical field of view in degrees.
    pub fn camera(&mut self, eye: impl Into<Vec3>, target: impl Into<Vec3>, yfov: f32) -> usize {
        let eye = eye.into();
        let camera = push(&mut self.cameras, camera(yfov));
        self.add(
            Node::new("Camera")
                .at(eye)
                .rotated(look_at(eye, target.into()))
                .with("camera", camera.into()),
        )
    }

    /// Adds a node `Sun` whose light comes from the direction `from`; `intensity` in lux.
    pub fn sun(&mut self, from: impl Into<Vec3>, intensity: f32) -> usize {
        let light = json!({ "type": "directional", "color": [1, 0.96, 0.9], "intensity": number(intensity) });
        let light = push(&mut self.lights, light);
        let turn = look_at(from.into(), Vec3::ZERO);
        self.add(
            Node::new("Sun")
                .rotated(turn)
                .extension("KHR_lights_punctual", json!({ "light": light })),
        )
    }

    /// Adds a node `Floor`: a drawn square of `size` m at height `y`, with an infinite plane as its collider.
    pub fn floor(&mut self, y: f32, size: f32, material: usize) -> usize {
        let mesh = self.mesh("Floor", [shapes::grid(2, 2, size, size).material(material)]);
        let plane = self.shape(Shape::Plane);
        self.add(
            Node::new("Floor")
                .at([0.0, y, 0.0])
                .mesh(mesh)
                .collider(plane, None),
        )
    }

    /// Sets a key in the scene's `extras`.
    pub fn extra(&mut self, key: &str, value: impl Into<Value>) {
        self.extras.insert(key.to_owned(), value.into());
    }

    /// Adds an expectation.
    pub fn expect(&mut self, expect: Expect) {
        self.expectations.push(expect.into());
    }

    /// The file as JSON with an embedded buffer, for tests that change it before they write it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        self.json(Some(data_uri(
            "application/octet-stream",
            &self.buffer.bytes,
        )))
    }

    /// The content of a .gltf file with an embedded buffer.
    #[must_use]
    pub fn to_gltf(&self) -> String {
        format!("{:#}\n", self.to_value())
    }

    /// The content of a .glb file.
    #[must_use]
    pub fn to_glb(&self) -> Vec<u8> {
        glb(self.json(None).to_string().into_bytes(), &self.buffer.bytes)
    }

    fn json(&self, uri: Option<String>) -> Value {
        let mut scene = json!({ "nodes": self.roots });
        let mut extras = self.extras.clone();
        if !self.expectations.is_empty() {
            extras.insert("pliant_expect".into(), self.expectations.clone().into());
        }
        if !extras.is_empty() {
            scene["extras"] = extras.into();
        }
        let mut root = json!({ "asset": { "version": "2.0", "generator": "pliant-scenes" }, "scene": 0, "scenes": [scene] });
        self.lists(&mut root);
        self.extensions(&mut root);
        if !self.buffer.bytes.is_empty() {
            root["buffers"] = json!([{ "byteLength": self.buffer.bytes.len() }]);
        }
        if let (Some(uri), false) = (uri, self.buffer.bytes.is_empty()) {
            root["buffers"][0]["uri"] = uri.into();
        }
        root
    }

    fn lists(&self, root: &mut Value) {
        let images: Vec<_> = self
            .images
            .iter()
            .map(|uri| json!({ "uri": uri }))
            .collect();
        let textures: Vec<_> = (0..images.len())
            .map(|source| json!({ "source": source }))
            .collect();
        for (name, list) in [
            ("nodes", &self.nodes),
            ("meshes", &self.meshes),
            ("materials", &self.materials),
            ("images", &images),
            ("textures", &textures),
            ("animations", &self.animations),
            ("cameras", &self.cameras),
            ("skins", &self.skins),
            ("accessors", &self.buffer.accessors),
            ("bufferViews", &self.buffer.views),
        ] {
            // glTF forbids empty lists.
            if !list.is_empty() {
                root[name] = list.clone().into();
            }
        }
    }

    fn extensions(&self, root: &mut Value) {
        let mut used = BTreeSet::new();
        for (extension, name, list) in [
            ("KHR_implicit_shapes", "shapes", &self.shapes),
            ("OMI_physics_shape", "shapes", &self.omi_shapes),
            (
                "KHR_physics_rigid_bodies",
                "physicsMaterials",
                &self.physics_materials,
            ),
            (
                "KHR_physics_rigid_bodies",
                "collisionFilters",
                &self.collision_filters,
            ),
            (
                "KHR_physics_rigid_bodies",
                "physicsJoints",
                &self.physics_joints,
            ),
            ("KHR_lights_punctual", "lights", &self.lights),
        ] {
            if !list.is_empty() {
                used.insert(extension);
                root["extensions"][extension][name] = list.clone().into();
            }
        }
        let extensions = self
            .nodes
            .iter()
            .filter_map(|n| n["extensions"].as_object());
        used.extend(extensions.flat_map(Map::keys).map(String::as_str));
        if !used.is_empty() {
            root["extensionsUsed"] = used.into_iter().collect();
        }
    }
}

/// The `data:` URI of some bytes.
fn data_uri(media_type: &str, bytes: &[u8]) -> String {
    format!("data:{media_type};base64,{}", STANDARD.encode(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Quat;

    fn scene() -> Document {
        let mut scene = Document::new();
        let blue =
            scene.material(&Material::new("Blue", 0.1, 0.2, 0.8).checker([0; 3], [255; 3], 1));
        let mesh = scene.mesh(
            "Sheet",
            [shapes::grid(3, 3, 1.0, 1.0)
                .material(blue)
                .scalar("_PIN", vec![1.0; 9])],
        );
        let cloth = scene.add(
            Node::new("Cloth")
                .at([0.1, 0.0, 0.0])
                .mesh(mesh)
                .extra("pliant_body", "cloth"),
        );
        let ball = scene.shape(Shape::Sphere { radius: 0.5 });
        scene.add_child(cloth, Node::new("Ball").collider(ball, None).kinematic());
        scene.camera([0.0, 1.0, 3.0], [0.0; 3], 40.0);
        scene.sun([0.0, 1.0, 0.0], 3.0);
        scene.expect(Expect::body("Cloth", "com.y").at_end().near(0.0, 0.5));
        scene
    }

    #[test]
    fn the_buffer_stores_exact_positions_and_their_bounds() {
        let scene = scene();
        let json = scene.to_value();
        let position = &json["meshes"][0]["primitives"][0]["attributes"]["POSITION"];
        let accessor = &json["accessors"][position.as_u64().unwrap() as usize];
        let view = &json["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
        let start = view["byteOffset"].as_u64().unwrap() as usize;
        assert_eq!(accessor["min"], json!([-0.5, 0.0, -0.5]));
        assert_eq!(accessor["max"], json!([0.5, 0.0, 0.5]));
        assert_eq!(
            scene.buffer.bytes[start..start + 4],
            (-0.5_f32).to_le_bytes()
        );
        assert_eq!(json["buffers"][0]["byteLength"], scene.buffer.bytes.len());
        assert_eq!(
            json["nodes"][0]["translation"],
            json!([0.1, 0.0, 0.0]),
            "the fewest digits"
        );
    }

    #[test]
    fn extensions_and_extras_are_where_gltf_defines_them() {
        let json = scene().to_value();
        let used = json!([
            "KHR_implicit_shapes",
            "KHR_lights_punctual",
            "KHR_physics_rigid_bodies"
        ]);
        assert_eq!(json["extensionsUsed"], used);
        let body = json!({ "collider": { "geometry": { "shape": 0 } }, "motion": { "isKinematic": true } });
        assert_eq!(
            json["nodes"][1]["extensions"]["KHR_physics_rigid_bodies"],
            body
        );
        assert_eq!(json["nodes"][0]["children"], json!([1]));
        assert_eq!(json["scenes"][0]["nodes"], json!([0, 2, 3]));
        let expected =
            json!([{ "body": "Cloth", "metric": "com.y", "at": "end", "min": -0.5, "max": 0.5 }]);
        assert_eq!(json["scenes"][0]["extras"]["pliant_expect"], expected);
        assert_eq!(json.get("animations"), None, "no empty lists");
    }

    #[test]
    fn a_glb_states_its_length() {
        let glb = scene().to_glb();
        let word = |at: usize| u32::from_le_bytes(glb[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!((&glb[..4], word(4), word(8)), (&b"glTF"[..], 2, glb.len()));
        assert_eq!(&glb[16..20], b"JSON");
        let binary = 20 + word(12);
        assert_eq!(&glb[binary + 4..binary + 8], b"BIN\0");
        assert_eq!(binary + 8 + word(binary), glb.len());
        let json: Value = serde_json::from_slice(&glb[20..binary]).unwrap();
        assert_eq!(json["buffers"][0].get("uri"), None);
    }

    #[test]
    fn cameras_and_lights_look_along_minus_z() {
        for eye in [
            Vec3::new(1.0, 2.0, 3.0),
            Vec3::new(0.0, 4.0, 0.0),
            Vec3::new(0.0, 0.0, -2.0),
        ] {
            let turn = look_at(eye, Vec3::ZERO);
            assert!((turn * Vec3::NEG_Z + eye.normalize()).length() < 1e-6);
            assert!((turn * Vec3::Y).y >= -1e-6);
        }
    }

    #[test]
    fn animations_refer_to_their_nodes() {
        let mut scene = scene();
        let swing = Channel {
            node: 0,
            times: vec![0.0, 1.0],
            interpolation: crate::Interpolation::Linear,
            track: Track::Rotation(vec![Quat::IDENTITY; 2]),
        };
        scene.animation("Swing", &[swing]);
        let json = scene.to_value();
        assert_eq!(
            json["animations"][0]["channels"][0]["target"],
            json!({ "node": 0, "path": "rotation" })
        );
        let input = json["animations"][0]["samplers"][0]["input"]
            .as_u64()
            .unwrap() as usize;
        assert_eq!(
            json["accessors"][input]["max"],
            json!([1.0]),
            "glTF requires bounds of key times"
        );
    }
}
