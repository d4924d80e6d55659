//! OMI_physics_body and OMI_physics_shape, read as what KHR_physics_rigid_bodies says in other words.

use crate::Result;
use crate::document::{Document, Object, index};
use crate::implicit::{
    ColliderItem, Cuboid, Form, Motion, PhysicsNode, Round, ShapeItem, Sphere, list, parse,
};
use serde::Deserialize;
use serde_json::Value;

const SHAPES: &str = "OMI_physics_shape";
const BODIES: &str = "OMI_physics_body";
const GRAVITY: &str = "OMI_physics_gravity";

/// What the extension says of a node.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct BodyItem {
    /// Of the extension's first version, which had nothing else.
    #[serde(rename = "type")]
    kind: Option<Value>,
    motion: Option<MotionItem>,
    collider: Option<Named>,
    trigger: Option<Value>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct MotionItem {
    #[serde(rename = "type")]
    kind: String,
    mass: Option<f32>,
    center_of_mass: Option<[f32; 3]>,
    inertia_diagonal: Option<[f32; 3]>,
    inertia_orientation: Option<[f32; 4]>,
    linear_velocity: Option<[f32; 3]>,
    angular_velocity: Option<[f32; 3]>,
    gravity_factor: Option<f32>,
}

/// An index, below 0 for none.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Named {
    shape: Option<i64>,
    mesh: Option<i64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Item {
    #[serde(rename = "type")]
    kind: String,
    sphere: Sphere,
    #[serde(rename = "box")]
    cuboid: Cuboid,
    capsule: Measures,
    cylinder: Measures,
    convex: Named,
    trimesh: Named,
}

/// Of a capsule or cylinder; `radius` is what earlier versions had instead of the other two.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Measures {
    height: Option<f32>,
    radius: Option<f32>,
    radius_bottom: Option<f32>,
    radius_top: Option<f32>,
}

impl Measures {
    fn round(&self, height: f32) -> Round {
        let radius = self.radius.unwrap_or(0.5);
        Round {
            height: self.height.unwrap_or(height),
            radius_bottom: self.radius_bottom.unwrap_or(radius),
            radius_top: self.radius_top.unwrap_or(radius),
        }
    }
}

fn named(number: Option<i64>) -> Option<u64> {
    number.and_then(|number| u64::try_from(number).ok())
}

/// The document's shapes.
pub(crate) fn shapes(document: &Document) -> Result<Vec<Form>> {
    let items: Vec<Item> = list(&document.extensions, SHAPES, "shapes")?;
    let form = |(i, item): (usize, Item)| item.form(i, document.meshes.len());
    items.into_iter().enumerate().map(form).collect()
}

impl Item {
    fn form(self, i: usize, meshes: usize) -> Result<Form> {
        let owner = format!("{SHAPES} shape {i}");
        let mesh = |item: &Named, hull| {
            let mesh = named(item.mesh).map(|mesh| index(mesh, meshes, &owner, "mesh"));
            mesh.transpose().map(|mesh| Form::Mesh { mesh, hull })
        };
        match self.kind.as_str() {
            "convex" => return mesh(&self.convex, true),
            "trimesh" => return mesh(&self.trimesh, false),
            "plane" => return Ok(Form::Shape(None)),
            _ => {}
        }
        let item = ShapeItem {
            kind: self.kind,
            sphere: self.sphere,
            cuboid: self.cuboid,
            capsule: self.capsule.round(1.0),
            cylinder: self.cylinder.round(2.0),
            ..ShapeItem::default()
        };
        item.shape(SHAPES, i).map(Form::Shape)
    }
}

/// What the extensions say of a node.
pub(crate) fn node(extensions: &Object, owner: &str) -> Result<PhysicsNode> {
    let body: BodyItem = match extensions.get(BODIES) {
        Some(value) => parse(value, &format!("{owner}: {BODIES}"))?,
        None => BodyItem::default(),
    };
    let shape = body.collider.and_then(|collider| named(collider.shape));
    Ok(PhysicsNode {
        motion: body.motion.map(MotionItem::motion),
        collider: shape.map(ColliderItem::of_omi),
        trigger: body.trigger,
        outdated: body.kind.is_some(),
        gravity: extensions.contains_key(GRAVITY),
        ..PhysicsNode::default()
    })
}

impl MotionItem {
    /// Static and kinematic bodies both do what animations want.
    fn motion(self) -> Motion {
        let moves = self.kind != "static";
        Motion {
            is_kinematic: matches!(self.kind.as_str(), "static" | "kinematic"),
            mass: self.mass,
            center_of_mass: self.center_of_mass,
            // All zero is the default, and says that it is to be found from the shapes.
            inertia_diagonal: self.inertia_diagonal.filter(|i| *i != [0.0; 3]),
            inertia_orientation: self.inertia_orientation,
            linear_velocity: self.linear_velocity.filter(|_| moves),
            angular_velocity: self.angular_velocity.filter(|_| moves),
            gravity_factor: self.gravity_factor.unwrap_or(1.0),
        }
    }
}
