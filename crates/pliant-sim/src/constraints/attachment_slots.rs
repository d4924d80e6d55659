//! Which corrections belong to the attachments of a body to a node, for their forces in the metrics.

use super::constraint_lists::ConstraintList;
use crate::build::pools::Pools;
use crate::collide::deforming::DeformingMeshes;
use crate::collide::kinematic::Kinematics;
use crate::couple::RigidAttachments;
use pliant_passes::types::{Attachment, MATERIALS, NONE};
use pliant_scene::{Anchor, Scene};
use std::collections::BTreeMap;

/// Slots of corrections by body and node of the attachments.
pub(crate) type AttachmentSlots = BTreeMap<(usize, usize), Vec<u32>>;

/// Slots of the corrections on the bodies' ends of all attachments; attachments between pins have none.
pub(crate) fn attachment_slots(
    scene: &Scene,
    pools: &Pools,
    (kinematics, deforming): (&Kinematics, &DeformingMeshes),
    (list, rigid): (Option<&ConstraintList>, &RigidAttachments),
) -> AttachmentSlots {
    let mut attachment_slots = AttachmentSlots::new();
    for (index, body) in scene.bodies.iter().enumerate() {
        for attachment in &body.attachments {
            let node = match attachment.to {
                Anchor::Node(node) | Anchor::Deforming { node, .. } => node,
                Anchor::Vertex { body, .. } | Anchor::Surface { body, .. } => {
                    scene.bodies[body].node
                }
            };
            attachment_slots.entry((index, node)).or_default();
        }
    }
    for (body_and_node, slot) in rigid.bodies_and_nodes.iter().zip(rigid.first_correction..) {
        attachment_slots
            .entry(*body_and_node)
            .or_default()
            .push(slot);
    }
    let Some(list) = list else {
        return attachment_slots;
    };
    let corners = list.kind.corners as u32;
    let rows: &[Attachment] = bytemuck::cast_slice(&list.words);
    for (row, first) in rows
        .iter()
        .zip((list.first_correction..).step_by(corners as usize))
    {
        let node = match row.node {
            NONE if row.on_surface != 0 => deforming.node_of(row.vertices[0]),
            NONE => scene.bodies[pools.body_of[row.other[0] as usize] as usize].node,
            matrix => kinematics.node(matrix),
        };
        let body = (row.material / MATERIALS) as usize;
        let present = row.own.iter().zip(first..).filter(|(p, _)| **p != NONE);
        let slots = attachment_slots.entry((body, node)).or_default();
        slots.extend(present.map(|(_, slot)| slot));
    }
    attachment_slots
}
