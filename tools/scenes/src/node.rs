//! A glTF node under construction.

use crate::{number, numbers};
use glam::{Quat, Vec3};
use serde_json::{Map, Value, json};

/// A node: a name, a frame, what hangs on it, and its `extras`.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    pub(crate) json: Map<String, Value>,
}

impl Node {
    /// A node at its parent's origin.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self { json: Map::new() }.with("name", name.into())
    }

    /// At a place in its parent's frame, m.
    #[must_use]
    pub fn at(self, translation: impl Into<Vec3>) -> Self {
        self.with("translation", numbers(&translation.into().to_array()))
    }

    /// Turned in its parent's frame.
    #[must_use]
    pub fn turned(self, rotation: Quat) -> Self {
        self.with("rotation", numbers(&rotation.to_array()))
    }

    /// Scaled in its own frame.
    #[must_use]
    pub fn scaled(self, scale: impl Into<Vec3>) -> Self {
        self.with("scale", numbers(&scale.into().to_array()))
    }

    /// With the mesh that [`Document::mesh`](crate::Document::mesh) gave.
    #[must_use]
    pub fn mesh(self, mesh: usize) -> Self {
        self.with("mesh", mesh.into())
    }

    /// With a key in `extras`.
    #[must_use]
    pub fn extra(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.object("extras").insert(key.to_owned(), value.into());
        self
    }

    /// With all keys of a JSON object in `extras`.
    #[must_use]
    pub fn extras(mut self, keys: Value) -> Self {
        if let Value::Object(keys) = keys {
            self.object("extras").extend(keys);
        }
        self
    }

    /// With a collider of KHR_physics_rigid_bodies: a shape of the document, and perhaps a physics material of it.
    #[must_use]
    pub fn collider(self, shape: usize, physics_material: Option<usize>) -> Self {
        let mut collider = json!({ "geometry": { "shape": shape } });
        if let Some(material) = physics_material {
            collider["physicsMaterial"] = material.into();
        }
        self.physics("collider", collider)
    }

    /// With a collider of KHR_physics_rigid_bodies of this `geometry`, as the extension has it.
    #[must_use]
    pub fn geometry(self, geometry: Value) -> Self {
        self.physics("collider", json!({ "geometry": geometry }))
    }

    /// With a physics material of the document, where the node's own kind gives the shape.
    #[must_use]
    pub fn surface(self, physics_material: usize) -> Self {
        self.physics("collider", json!({ "physicsMaterial": physics_material }))
    }

    /// With a collision filter of the document, over that of its collider.
    #[must_use]
    pub fn filtered(mut self, collision_filter: usize) -> Self {
        let extension = self
            .object("extensions")
            .entry("KHR_physics_rigid_bodies")
            .or_insert_with(|| json!({}));
        extension["collider"]["collisionFilter"] = collision_filter.into();
        self
    }

    /// As a kinematic body of KHR_physics_rigid_bodies: it follows its animation and pushes.
    #[must_use]
    pub fn kinematic(self) -> Self {
        self.physics("motion", json!({ "isKinematic": true }))
    }

    /// As a body of KHR_physics_rigid_bodies that moves, with the properties of its motion.
    #[must_use]
    pub fn moving(self, motion: Value) -> Self {
        self.physics("motion", motion)
    }

    /// With a joint of KHR_physics_rigid_bodies to another node: limits and drives of the document.
    #[must_use]
    pub fn joint(self, connected: usize, physics_joint: usize) -> Self {
        self.physics(
            "joint",
            json!({ "connectedNode": connected, "joint": physics_joint }),
        )
    }

    /// With a joint that lets what it joins meet.
    #[must_use]
    pub fn colliding(mut self) -> Self {
        let extensions = self.object("extensions");
        extensions["KHR_physics_rigid_bodies"]["joint"]["enableCollision"] = true.into();
        self
    }

    /// With a trigger of KHR_physics_rigid_bodies, as the extension has it.
    #[must_use]
    pub fn trigger(self, trigger: Value) -> Self {
        self.physics("trigger", trigger)
    }

    /// With a trigger of OMI_physics_body: a shape that [`Document::omi_shape`](crate::Document::omi_shape) gave.
    #[must_use]
    pub fn volume(self, shape: usize) -> Self {
        let trigger = json!({ "trigger": { "shape": shape } });
        self.extension("OMI_physics_body", trigger)
    }

    /// With a gravity of its own in its trigger, as OMI_physics_gravity has it.
    #[must_use]
    pub fn gravity(self, gravity: Value) -> Self {
        self.extension("OMI_physics_gravity", gravity)
    }

    fn physics(mut self, key: &str, value: Value) -> Self {
        let extension = self
            .object("extensions")
            .entry("KHR_physics_rigid_bodies")
            .or_insert_with(|| json!({}));
        extension[key] = value;
        self
    }

    pub(crate) fn extension(mut self, name: &str, value: Value) -> Self {
        self.object("extensions").insert(name.to_owned(), value);
        self
    }

    pub(crate) fn with(mut self, key: &str, value: Value) -> Self {
        self.json.insert(key.to_owned(), value);
        self
    }

    fn object(&mut self, key: &str) -> &mut Map<String, Value> {
        let entry = self.json.entry(key).or_insert_with(|| json!({}));
        entry.as_object_mut().expect("only objects are put there")
    }
}

/// A turn that makes a node's −Z look from `eye` to `target`, +Y up as far as it can be.
pub(crate) fn look_at(eye: Vec3, target: Vec3) -> Quat {
    let back = (eye - target).normalize();
    let right = Vec3::Y.cross(back).try_normalize().unwrap_or(Vec3::X);
    Quat::from_mat3(&glam::Mat3::from_cols(right, back.cross(right), back)).normalize()
}

/// A perspective camera, `yfov` in degrees.
pub(crate) fn camera(yfov: f32) -> Value {
    json!({ "type": "perspective",
            "perspective": { "yfov": number(yfov.to_radians()), "znear": 0.01, "zfar": 100 } })
}
