//! Builder of glTF nodes.

use crate::{number, numbers};
use glam::{Quat, Vec3};
use serde_json::{Map, Value, json};

/// A node: name, transform, mesh, physics and `extras`.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    pub(crate) json: Map<String, Value>,
}

impl Node {
    /// A node at the origin of its parent.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self { json: Map::new() }.with("name", name.into())
    }

    /// Sets the translation in the frame of its parent, m.
    #[must_use]
    pub fn at(self, translation: impl Into<Vec3>) -> Self {
        self.with("translation", numbers(&translation.into().to_array()))
    }

    /// Sets the rotation in the frame of its parent.
    #[must_use]
    pub fn rotated(self, rotation: Quat) -> Self {
        self.with("rotation", numbers(&rotation.to_array()))
    }

    /// Sets the scale in its own frame.
    #[must_use]
    pub fn scaled(self, scale: impl Into<Vec3>) -> Self {
        self.with("scale", numbers(&scale.into().to_array()))
    }

    /// Sets the mesh, by the index that [`Document::mesh`](crate::Document::mesh) returned.
    #[must_use]
    pub fn mesh(self, mesh: usize) -> Self {
        self.with("mesh", mesh.into())
    }

    /// Sets the skin, by the index that [`Document::skin`](crate::Document::skin) returned.
    #[must_use]
    pub fn skin(self, skin: usize) -> Self {
        self.with("skin", skin.into())
    }

    /// Adds a key to `extras`.
    #[must_use]
    pub fn extra(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.object("extras").insert(key.to_owned(), value.into());
        self
    }

    /// Adds all keys of a JSON object to `extras`.
    #[must_use]
    pub fn extras(mut self, keys: Value) -> Self {
        if let Value::Object(keys) = keys {
            self.object("extras").extend(keys);
        }
        self
    }

    /// Adds a collider of KHR_physics_rigid_bodies with a shape of the document and an optional physics material.
    #[must_use]
    pub fn collider(self, shape: usize, physics_material: Option<usize>) -> Self {
        let mut collider = json!({ "geometry": { "shape": shape } });
        if let Some(material) = physics_material {
            collider["physicsMaterial"] = material.into();
        }
        self.physics("collider", collider)
    }

    /// Adds a collider of KHR_physics_rigid_bodies with this `geometry` as defined there.
    #[must_use]
    pub fn geometry(self, geometry: Value) -> Self {
        self.physics("collider", json!({ "geometry": geometry }))
    }

    /// Sets a physics material of the document on a node whose body type defines the shape.
    #[must_use]
    pub fn surface(self, physics_material: usize) -> Self {
        self.physics("collider", json!({ "physicsMaterial": physics_material }))
    }

    /// Sets a collision filter of the document on the collider.
    #[must_use]
    pub fn filtered(mut self, collision_filter: usize) -> Self {
        let extension = self
            .object("extensions")
            .entry("KHR_physics_rigid_bodies")
            .or_insert_with(|| json!({}));
        extension["collider"]["collisionFilter"] = collision_filter.into();
        self
    }

    /// Makes a kinematic body of KHR_physics_rigid_bodies, which follows its animation and pushes other bodies.
    #[must_use]
    pub fn kinematic(self) -> Self {
        self.physics("motion", json!({ "isKinematic": true }))
    }

    /// Makes a body of KHR_physics_rigid_bodies with this `motion` as defined there.
    #[must_use]
    pub fn motion(self, motion: Value) -> Self {
        self.physics("motion", motion)
    }

    /// Adds a joint of KHR_physics_rigid_bodies to another node; limits and drives are in the document.
    #[must_use]
    pub fn joint(self, connected: usize, physics_joint: usize) -> Self {
        self.physics(
            "joint",
            json!({ "connectedNode": connected, "joint": physics_joint }),
        )
    }

    /// Lets the two bodies of its joint collide.
    #[must_use]
    pub fn colliding(mut self) -> Self {
        let extensions = self.object("extensions");
        extensions["KHR_physics_rigid_bodies"]["joint"]["enableCollision"] = true.into();
        self
    }

    /// Adds a trigger of KHR_physics_rigid_bodies as defined there.
    #[must_use]
    pub fn trigger(self, trigger: Value) -> Self {
        self.physics("trigger", trigger)
    }

    /// Adds a trigger of OMI_physics_body, with a shape that [`Document::omi_shape`](crate::Document::omi_shape) returned.
    #[must_use]
    pub fn volume(self, shape: usize) -> Self {
        let trigger = json!({ "trigger": { "shape": shape } });
        self.extension("OMI_physics_body", trigger)
    }

    /// Adds a gravity field in its trigger, as OMI_physics_gravity defines it.
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
        entry.as_object_mut().expect("the value is an object")
    }
}

/// The rotation that points −Z of a node from `eye` to `target`, with +Y up where possible.
pub(crate) fn look_at(eye: Vec3, target: Vec3) -> Quat {
    let back = (eye - target).normalize();
    let right = Vec3::Y.cross(back).try_normalize().unwrap_or(Vec3::X);
    Quat::from_mat3(&glam::Mat3::from_cols(right, back.cross(right), back)).normalize()
}

/// A perspective camera with a vertical field of view in degrees.
pub(crate) fn camera(yfov: f32) -> Value {
    json!({ "type": "perspective",
            "perspective": { "yfov": number(yfov.to_radians()), "znear": 0.01, "zfar": 100 } })
}
