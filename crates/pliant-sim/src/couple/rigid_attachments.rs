//! Attachments of particles to free rigid bodies, which move both (docs/method.md §28).

use super::color::{Colors, End, colored};
use crate::build::pools::Pools;
use crate::constraints::attachments::{carrier, means, point};
use crate::error::Error;
use crate::memory::Maker;
use crate::rigid::RigidBuffers;
use crate::world::{Iterate, World};
use glam::DVec3;
use pliant_passes::passes::couple;
use pliant_passes::types::{ATTACH, MATERIALS, NONE, RigidAttachParams, RigidAttachment};
use pliant_passes::{Buffer, Engine, Recording, Variant, bind};
use pliant_scene::{Anchor, Scene};

/// All attachments to free rigid bodies, sorted by colour; those of one colour share neither bodies nor particles.
#[derive(Default)]
pub(crate) struct RigidAttachments {
    rows: Vec<RigidAttachment>,
    colors: Colors,
    /// For each attachment, its deformable body and the node that it is attached to.
    pub(crate) bodies_and_nodes: Vec<(usize, usize)>,
    /// Slot of the first correction.
    pub(crate) first_correction: u32,
    /// The rigid body that each particle is attached to, or NONE; empty in a scene without rigid bodies.
    attached_bodies: Vec<u32>,
}

impl RigidAttachments {
    /// `positions` of particles at t = 0, m.
    pub(crate) fn new(
        scene: &Scene,
        pools: &Pools,
        positions: &[[f32; 4]],
        first_correction: u32,
    ) -> Self {
        let mut all = Vec::new();
        for (index, body) in scene.bodies.iter().enumerate() {
            for attachment in &body.attachments {
                let (Some(rigid), Anchor::Node(node)) =
                    (carrier(scene, attachment.to), attachment.to)
                else {
                    continue;
                };
                let mean = point(scene, pools, index, &[(attachment.vertex, 1.0)]);
                let at = |p: &u32| DVec3::from_slice(&positions[*p as usize].map(f64::from));
                let position: DVec3 = means(&mean.0, &mean.1).map(|(p, w)| w * at(p)).sum();
                let frame = &scene.rigids[rigid];
                let row = RigidAttachment {
                    own: mean.0,
                    weights: mean.1,
                    body: rigid as u32,
                    local: (frame.axes.conjugate() * (position - frame.center))
                        .as_vec3()
                        .to_array(),
                    material: MATERIALS * index as u32 + ATTACH,
                };
                all.push((row, (index, node)));
            }
        }
        let ends = |(row, _): &(RigidAttachment, _)| {
            let particles = row.own.iter().filter(|p| **p != NONE);
            let particles = particles.map(|p| End::Particle(*p));
            particles.chain([End::Body(row.body)]).collect()
        };
        let (order, colors) = colored(all.iter().map(ends));
        let mut attached_bodies = match &scene.rigids[..] {
            [] => Vec::new(),
            _ => vec![NONE; positions.len()],
        };
        for (row, _) in &all {
            for (particle, _) in means(&row.own, &row.weights) {
                attached_bodies[*particle as usize] = row.body;
            }
        }
        Self {
            rows: order.iter().map(|index| all[*index].0).collect(),
            bodies_and_nodes: order.iter().map(|index| all[*index].1).collect(),
            colors,
            first_correction,
            attached_bodies,
        }
    }

    /// The rigid body of each attachment.
    pub(crate) fn bodies(&self) -> impl Iterator<Item = u32> {
        self.rows.iter().map(|row| row.body)
    }

    /// Number of attachments, each of which has a slot for its correction.
    pub(crate) fn count(&self) -> usize {
        self.rows.len()
    }

    /// Solves attachments in `iterate`.
    pub(crate) fn solve(
        &self,
        record: &mut Recording,
        (world, own, rigids): (World<'_>, &RigidAttachmentBuffers, &RigidBuffers),
        (keep, features): (f32, u32),
        iterate: Iterate,
    ) {
        if self.rows.is_empty() {
            return;
        }
        let buffers = bind!(couple::SolveRigidAttachments {
            color_starts, lambdas from own;
            materials, position, velocity, correction from world.particles;
            displacement, displacement_before, current_position from iterate;
            states, steps from rigids; attachments = own.rows;
        });
        for dispatch in self.colors.dispatches() {
            let params = RigidAttachParams {
                first_color: dispatch.first_color,
                colors: dispatch.colors,
                keep,
                first_correction: self.first_correction,
            };
            let features = features | dispatch.features;
            let variant = Variant { lanes: 1, features };
            record.pass_variant(buffers, params, dispatch.count, variant);
        }
    }
}

/// Buffers of attachments to rigid bodies; a few bytes each where there are none.
pub(crate) struct RigidAttachmentBuffers {
    /// Attachments sorted by colour, and the start of each colour.
    rows: Buffer<RigidAttachment>,
    color_starts: Buffer<u32>,
    pub(crate) lambdas: Buffer<[f32; 3]>,
    /// The rigid body that each particle is attached to, or NONE.
    pub(crate) attached_bodies: Buffer<u32>,
}

impl RigidAttachmentBuffers {
    pub(crate) fn new<E: Engine>(
        make: &mut Maker<'_, E>,
        plan: &RigidAttachments,
    ) -> Result<Self, Error> {
        Ok(Self {
            rows: make.filled("attachments to rigid bodies", &plan.rows)?,
            color_starts: make.filled("starts of their colours", &plan.colors.starts)?,
            lambdas: make.empty::<[f32; 3]>("λ of attachments to rigid bodies", plan.rows.len())?,
            attached_bodies: make.filled("bodies that hold particles", &plan.attached_bodies)?,
        })
    }
}
