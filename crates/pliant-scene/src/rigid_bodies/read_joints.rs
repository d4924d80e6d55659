//! Reads joints of KHR_physics_rigid_bodies and OMI_physics_joint.

use crate::colliders::omi_shapes::named;
use crate::error::{Error, Result};
use crate::extensions::BODIES;
use crate::keys::extras::Keys;
use crate::report::Report;
use crate::rigid_bodies::joint::{Carrier, Drive, Freedom, Joint, Limit};
use crate::rigid_bodies::omi_joint::{self, Constraint, OmiJoint};
use crate::scene::Scene;
use pliant_gltf::document::{Document, index};
use pliant_gltf::extension::list;
use pliant_gltf::text::quote;
use serde::Deserialize;

/// A node's joint as the file has it.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct JointItem {
    connected_node: Option<u64>,
    joint: Option<u64>,
    enable_collision: bool,
}

/// A joint of the document, which several nodes may use.
#[derive(Debug, Default, Clone, Deserialize)]
#[serde(default)]
struct Description {
    limits: Vec<LimitItem>,
    drives: Vec<DriveItem>,
}

#[derive(Debug, Default, Clone, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct LimitItem {
    linear_axes: Option<Vec<u64>>,
    angular_axes: Option<Vec<u64>>,
    min: Option<f32>,
    max: Option<f32>,
    stiffness: Option<f32>,
    damping: f32,
}

#[derive(Debug, Default, Clone, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct DriveItem {
    #[serde(rename = "type")]
    kind: String,
    mode: String,
    axis: Option<u64>,
    max_force: Option<f32>,
    position_target: f32,
    velocity_target: f32,
    stiffness: f32,
    damping: f32,
}

/// All joints of the document.
struct Descriptions {
    khr: Vec<Description>,
    omi: Vec<Constraint>,
}

/// A node's joint in the form of one of the extensions.
#[derive(Debug)]
enum Words {
    Khr(JointItem),
    Omi(OmiJoint),
}

/// The two ends of a joint, and what constrains them.
struct Tie {
    /// Nodes whose frames are the joint frames: the node itself and the connected one.
    frames: [usize; 2],
    /// Nodes that these frames move with.
    nodes: [usize; 2],
    limits: Vec<Limit>,
    drives: Vec<Drive>,
    collides: bool,
}

/// A node that asks for a joint.
#[derive(Debug)]
pub(crate) struct JointRequest {
    node: usize,
    words: Words,
    break_force: Option<f32>,
    break_torque: Option<f32>,
}

impl JointRequest {
    /// The request of a node whose extension has a joint; without one, keys of joints are reported.
    pub(crate) fn new(
        node: usize,
        khr: Option<JointItem>,
        omi: Option<OmiJoint>,
        keys: &Keys,
        owner: &str,
        report: &mut Report,
    ) -> Option<Self> {
        let (break_force, break_torque) = (keys.number("break_force"), keys.number("break_torque"));
        let Some(words) = khr.map(Words::Khr).or(omi.map(Words::Omi)) else {
            if break_force.or(break_torque).is_some() {
                report.warn(format!(
                    "node {}: it has no joint that could break",
                    quote(owner)
                ));
            }
            return None;
        };
        Some(Self {
            node,
            words,
            break_force,
            break_torque,
        })
    }
}

/// Fills in the scene's joints; `carriers` has what each node moves with.
pub(crate) fn resolve(
    document: &Document,
    scene: &mut Scene,
    requests: Vec<JointRequest>,
    carriers: impl Fn(&Scene, usize) -> Carrier,
    report: &mut Report,
) -> Result<()> {
    let descriptions = Descriptions {
        khr: list(&document.extensions, BODIES, "physicsJoints")?,
        omi: omi_joint::constraints(document)?,
    };
    for request in requests {
        let owner = format!("node {}", quote(&scene.nodes[request.node].name));
        let tie = request.tie(&descriptions, scene.nodes.len(), &owner)?;
        let both = tie.nodes.map(|node| carriers(scene, node));
        let free =
            |c: &Carrier| matches!(c, Carrier::Rigid(rigid) if scene.rigids[*rigid].is_free());
        if both[0] == both[1] || !both.iter().any(free) {
            report.warn(format!(
                "{owner}: its joint has no effect, because it does not connect two bodies of which one can move"
            ));
            continue;
        }
        scene.joints.push(Joint {
            node: tie.frames[0],
            connected: tie.frames[1],
            carriers: both,
            limits: tie.limits,
            drives: tie.drives,
            collides: tie.collides,
            break_force: request.break_force,
            break_torque: request.break_torque,
        });
    }
    Ok(())
}

impl JointRequest {
    fn tie(&self, descriptions: &Descriptions, nodes: usize, owner: &str) -> Result<Tie> {
        let tie = match &self.words {
            Words::Khr(item) => item.tie(self.node, &descriptions.khr, nodes, owner)?,
            Words::Omi(joint) => {
                let both = [("nodeA", joint.node_a), ("nodeB", joint.node_b)];
                let [a, b]: [Result<usize>; 2] = both.map(|(what, node)| {
                    let node = named(node).ok_or_else(|| missing(owner, what))?;
                    Ok(index(node, nodes, owner, "node")?)
                });
                Tie {
                    frames: [self.node; 2],
                    nodes: [a?, b?],
                    limits: omi_joint::limits(joint, &descriptions.omi, owner)?,
                    drives: Vec::new(),
                    collides: false,
                }
            }
        };
        if tie.nodes[0] == tie.nodes[1] {
            return Error::scene(format!(
                "{owner}: its joint connects a node to itself; name another one"
            ));
        }
        Ok(tie)
    }
}

fn missing(owner: &str, what: &str) -> Error {
    Error::Scene(format!("{owner}: its joint names no {what}"))
}

impl JointItem {
    fn tie(&self, node: usize, all: &[Description], nodes: usize, owner: &str) -> Result<Tie> {
        let connected = self
            .connected_node
            .ok_or_else(|| missing(owner, "connectedNode"))?;
        let connected = index(connected, nodes, owner, "node")?;
        let which = self.joint.ok_or_else(|| missing(owner, "joint"))?;
        let which = index(which, all.len(), owner, "physicsJoint")?;
        let whose = format!("{BODIES} physicsJoints {which}");
        let limits = all[which].limits.iter().map(|item| item.limit(&whose));
        let drives = all[which].drives.iter().map(|item| item.drive(&whose));
        Ok(Tie {
            frames: [node, connected],
            nodes: [node, connected],
            limits: limits.collect::<Result<_>>()?,
            drives: drives.collect::<Result<_>>()?,
            collides: self.enable_collision,
        })
    }
}

/// Refuses what is not finite or below 0.
fn not_negative(number: f32, whose: &str, what: &str) -> Result<()> {
    if number.is_finite() && number >= 0.0 {
        return Ok(());
    }
    Error::scene(format!("{whose}: {what} must be 0 or above"))
}

fn axis(axis: u64, whose: &str) -> Result<usize> {
    Ok(index(axis, 3, whose, "axis")?)
}

impl LimitItem {
    fn limit(&self, whose: &str) -> Result<Limit> {
        let (freedom, list) = match (&self.linear_axes, &self.angular_axes) {
            (Some(axes), None) => (Freedom::Linear, axes),
            (None, Some(axes)) => (Freedom::Angular, axes),
            _ => {
                return Error::scene(format!(
                    "{whose}: a limit needs either linearAxes or angularAxes"
                ));
            }
        };
        let mut axes = [false; 3];
        for each in list {
            axes[axis(*each, whose)?] = true;
        }
        if axes == [false; 3] {
            return Error::scene(format!("{whose}: a limit has no axes"));
        }
        let one = axes.iter().filter(|axis| **axis).count() == 1;
        // The distance or angle over several axes is never below 0.
        let least = if one { f32::NEG_INFINITY } else { 0.0 };
        let min = self.min.unwrap_or(least).max(least);
        let max = self.max.unwrap_or(f32::INFINITY);
        if min.is_nan() || max.is_nan() || min > max {
            return Error::scene(format!("{whose}: a limit has min {min} above max {max}"));
        }
        not_negative(self.stiffness.unwrap_or(0.0), whose, "stiffness")?;
        not_negative(self.damping, whose, "damping")?;
        Ok(Limit {
            freedom,
            axes,
            min,
            max,
            stiffness: self.stiffness.unwrap_or(f32::INFINITY),
            damping: self.damping,
        })
    }
}

impl DriveItem {
    fn drive(&self, whose: &str) -> Result<Drive> {
        let unknown = |what: &str, value: &str, wanted: &str| {
            Error::scene(format!(
                "{whose}: a drive's {what} is {}, not {wanted}",
                quote(value)
            ))
        };
        let freedom = match self.kind.as_str() {
            "linear" => Freedom::Linear,
            "angular" => Freedom::Angular,
            other => return unknown("type", other, "linear or angular"),
        };
        let acceleration = match self.mode.as_str() {
            "force" => false,
            "acceleration" => true,
            other => return unknown("mode", other, "force or acceleration"),
        };
        let Some(which) = self.axis else {
            return Error::scene(format!("{whose}: a drive names no axis"));
        };
        not_negative(self.stiffness, whose, "stiffness")?;
        not_negative(self.damping, whose, "damping")?;
        not_negative(self.max_force.unwrap_or(0.0), whose, "maxForce")?;
        if !(self.position_target.is_finite() && self.velocity_target.is_finite()) {
            return Error::scene(format!("{whose}: a drive's target is not finite"));
        }
        Ok(Drive {
            freedom,
            acceleration,
            axis: axis(which, whose)?,
            max_force: self.max_force.unwrap_or(f32::INFINITY),
            position: self.position_target,
            velocity: self.velocity_target,
            stiffness: self.stiffness,
            damping: self.damping,
        })
    }
}
