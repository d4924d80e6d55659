//! What the physics extensions say of a node, in the words of KHR_physics_rigid_bodies.

use crate::colliders::collider::ColliderItem;
use crate::rigid_bodies::motion::Motion;
use crate::rigid_bodies::omi_joint::OmiJoint;
use crate::rigid_bodies::read_joints::JointItem;
use crate::triggers::read_gravity_fields::GravityItem;
use crate::triggers::read_triggers::TriggerItem;
use serde::Deserialize;

/// What KHR_physics_rigid_bodies says of a node.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct PhysicsNode {
    pub(crate) motion: Option<Motion>,
    pub(crate) collider: Option<ColliderItem>,
    pub(crate) trigger: Option<TriggerItem>,
    pub(crate) joint: Option<JointItem>,
    /// Of OMI_physics_joint.
    #[serde(skip)]
    pub(crate) omi_joint: Option<OmiJoint>,
    /// It has an OMI_physics_body of the first version.
    #[serde(skip)]
    pub(crate) outdated: bool,
    /// Of OMI_physics_gravity.
    #[serde(skip)]
    pub(crate) gravity: Option<GravityItem>,
}

impl PhysicsNode {
    /// Features that it asks for and that are not simulated.
    pub(crate) fn unread(&self) -> impl Iterator<Item = &'static str> {
        let outdated = "OMI_physics_body of its first version";
        self.outdated.then_some(outdated).into_iter()
    }
}
