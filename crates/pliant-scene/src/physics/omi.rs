//! OMI_physics_body, OMI_physics_shape and OMI_physics_joint, translated to KHR_physics_rigid_bodies.

use crate::colliders::collider::ColliderItem;
use crate::colliders::omi_shapes::{Named, forms, named};
use crate::colliders::shapes::Form;
use crate::error::Result;
use crate::physics::physics_node::PhysicsNode;
use crate::rigid_bodies::motion::Motion;
use crate::rigid_bodies::omi_joint::JOINTS;
use crate::triggers::read_triggers::TriggerItem;
use pliant_gltf::document::{Document, Object};
use pliant_gltf::extension::{list, parse};
use serde::Deserialize;
use serde_json::{Value, json};

const SHAPES: &str = "OMI_physics_shape";
const BODIES: &str = "OMI_physics_body";

/// What the extension says of a node.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct BodyItem {
    /// Of the extension's first version, which had nothing else.
    #[serde(rename = "type")]
    kind: Option<Value>,
    motion: Option<MotionItem>,
    collider: Option<Named>,
    trigger: Option<OmiTrigger>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct OmiTrigger {
    shape: Option<i64>,
    nodes: Vec<i64>,
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

/// The document's shapes.
pub(crate) fn shapes(document: &Document) -> Result<Vec<Form>> {
    let items: Vec<Value> = list(&document.extensions, SHAPES, "shapes")?;
    let item = |(i, item)| parse(&nested(item), &format!("{SHAPES} shapes {i}"));
    let items = items.into_iter().enumerate().map(item);
    forms(
        items.collect::<std::result::Result<_, _>>()?,
        document,
        SHAPES,
    )
}

/// A shape with its sizes in an object named like its type. The extension's first version had them next to the type.
fn nested(shape: Value) -> Value {
    let kind = shape.get("type").and_then(Value::as_str);
    match kind.filter(|kind| shape.get(*kind).is_none()) {
        Some(kind) => json!({"type": kind, kind: shape}),
        None => shape,
    }
}

/// What the extensions say of a node.
pub(crate) fn node(extensions: &Object, owner: &str) -> Result<PhysicsNode> {
    let body: BodyItem = match extensions.get(BODIES) {
        Some(value) => parse(value, &format!("{owner}: {BODIES}"))?,
        None => BodyItem::default(),
    };
    let shape = body.collider.and_then(|collider| named(collider.shape));
    let joint = extensions.get(JOINTS);
    let joint = joint.map(|value| parse(value, &format!("{owner}: {JOINTS}")));
    Ok(PhysicsNode {
        omi_joint: joint.transpose()?,
        motion: body.motion.map(MotionItem::motion),
        collider: shape.map(ColliderItem::of_omi),
        trigger: body.trigger.map(OmiTrigger::item),
        outdated: body.kind.is_some(),
        ..PhysicsNode::default()
    })
}

impl OmiTrigger {
    fn item(self) -> TriggerItem {
        let shape = named(self.shape).map(ColliderItem::of_omi);
        let nodes = self.nodes.into_iter();
        TriggerItem {
            volume: shape.unwrap_or_default(),
            nodes: nodes.filter_map(|node| named(Some(node))).collect(),
        }
    }
}

impl MotionItem {
    /// Static and kinematic bodies are both kinematic: animations may move them.
    fn motion(self) -> Motion {
        let moves = self.kind != "static";
        Motion {
            is_kinematic: matches!(self.kind.as_str(), "static" | "kinematic"),
            mass: self.mass,
            center_of_mass: self.center_of_mass,
            // All zero is the default: the inertia is computed from the shapes.
            inertia_diagonal: self.inertia_diagonal.filter(|i| *i != [0.0; 3]),
            inertia_orientation: self.inertia_orientation,
            linear_velocity: self.linear_velocity.filter(|_| moves),
            angular_velocity: self.angular_velocity.filter(|_| moves),
            gravity_factor: self.gravity_factor.unwrap_or(1.0),
        }
    }
}
