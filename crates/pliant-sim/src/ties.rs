//! Which corrections belong to the attachments of a body to a node, for their forces in the metrics.

use crate::constraint_lists::ConstraintList;
use crate::couple::RigidAttachments;
use crate::kinematic::Kinematics;
use crate::pools::Pools;
use pliant_passes::types::{Attachment, MATERIALS, NONE};
use pliant_scene::{Anchor, Scene};
use std::collections::BTreeMap;

/// Slots of corrections by body and node of the attachments.
pub(crate) type Ties = BTreeMap<(usize, usize), Vec<u32>>;

/// Slots of the corrections on the bodies' ends of all attachments; attachments between pins have none.
pub(crate) fn ties(
    scene: &Scene,
    pools: &Pools,
    kinematics: &Kinematics,
    (list, rigid): (Option<&ConstraintList>, &RigidAttachments),
) -> Ties {
    let mut ties = Ties::new();
    for (index, body) in scene.bodies.iter().enumerate() {
        for attachment in &body.attachments {
            let node = match attachment.to {
                Anchor::Node(node) => node,
                Anchor::Vertex { body, .. } | Anchor::Surface { body, .. } => {
                    scene.bodies[body].node
                }
            };
            ties.entry((index, node)).or_default();
        }
    }
    for (tie, place) in rigid.ties.iter().zip(rigid.first_push..) {
        ties.entry(*tie).or_default().push(place);
    }
    let Some(list) = list else {
        return ties;
    };
    let corners = list.kind.corners as u32;
    let rows: &[Attachment] = bytemuck::cast_slice(&list.words);
    for (row, first) in rows
        .iter()
        .zip((list.first_push..).step_by(corners as usize))
    {
        let node = match row.node {
            NONE => scene.bodies[pools.body_of[row.other[0] as usize] as usize].node,
            matrix => kinematics.node(matrix),
        };
        let body = (row.material / MATERIALS) as usize;
        let there = row.own.iter().zip(first..).filter(|(p, _)| **p != NONE);
        let places = ties.entry((body, node)).or_default();
        places.extend(there.map(|(_, place)| place));
    }
    ties
}
