//! The tree of boxes over all colliders (docs/method.md §9): with it, particles find their colliders and rigid bodies their pairs.

use crate::error::Error;
use crate::memory::Maker;
use glam::Vec3;
use pliant_kernels::tree::{self, levels, tree_size};
use pliant_passes::passes::collide::{BoundColliders, RefitColliderTree};
use pliant_passes::types::{Bounds, ColliderBoxParams, ColliderTreeParams, Pose, RigidCollider};
use pliant_passes::{Buffer, Engine, Memory, Recording, bind};
use pliant_scene::{Scene, Track};
use std::collections::BTreeSet;

/// Half of the size of a box without bounds, m.
pub(crate) const UNBOUNDED: f32 = 1e18;

/// Colliders as the leaves of the tree.
pub(crate) struct ColliderTree {
    /// Boxes of all colliders and of their convex pieces, and the rigid bodies that carry them.
    parts: Vec<RigidCollider>,
    /// How far beyond its own motion a particle of each body looks for colliders, m.
    search_distances: Vec<f32>,
}

impl ColliderTree {
    /// `parts`: colliders with their boxes at the start; `search_distances`: how far beyond its own motion a particle of each body looks
    /// for colliders, m.
    pub(crate) fn new(
        scene: &Scene,
        mut parts: Vec<RigidCollider>,
        search_distances: Vec<f32>,
    ) -> Self {
        let scaled = scaled_nodes(scene);
        let changes_size = |node: usize| scene.ancestors(node).any(|node| scaled.contains(&node));
        for (part, collider) in parts.iter_mut().zip(scene.solids()) {
            if collider.deforms || changes_size(collider.node) {
                part.half_size = [UNBOUNDED; 3];
            }
        }
        Self {
            parts,
            search_distances,
        }
    }

    fn count(&self) -> u32 {
        self.parts.len() as u32
    }

    /// Order of colliders as leaves by their `poses`: by position in space, unbounded ones first. It changes only how fast the tree is.
    pub(crate) fn order(&self, poses: &[Pose]) -> Vec<u32> {
        let position = |(part, pose): (&RigidCollider, &Pose)| {
            if part.half_size.iter().any(|half| *half >= 0.1 * UNBOUNDED) {
                Vec3::NAN
            } else {
                Vec3::from(pose.translation)
            }
        };
        let positions: Vec<Vec3> = self.parts.iter().zip(poses).map(position).collect();
        tree::order(&positions)
    }

    /// At the start of a frame, after the bounds on the motion of rigid bodies: computes all boxes. `sets`: sets of poses in the frame.
    pub(crate) fn record(&self, record: &mut Recording, leaves: BoundColliders, sets: u32) {
        let params = ColliderBoxParams {
            count: self.count(),
            sets,
        };
        record.pass(leaves, params, params.count);
        let nodes = leaves.nodes;
        for pair in levels(self.count()).windows(2) {
            let ([below, children], [_, count]) = (pair[0], pair[1]);
            let level = ColliderTreeParams {
                count,
                below,
                children,
            };
            record.pass(bind!(RefitColliderTree { nodes; }), level, count);
        }
    }
}

/// Nodes that an animation scales.
fn scaled_nodes(scene: &Scene) -> BTreeSet<usize> {
    let animations = scene.animations.iter();
    let channels = animations.flat_map(|animation| &animation.channels);
    let scaled = channels.filter(|channel| matches!(channel.track, Track::Scale(_)));
    scaled.map(|channel| channel.node).collect()
}

/// Buffers of the tree.
pub(crate) struct ColliderTreeBuffers {
    /// Rigid body, local pose and box of each collider.
    pub(crate) parts: Buffer<RigidCollider>,
    /// Colliders in the order of the leaves.
    pub(crate) order: Buffer<u32>,
    /// Boxes of all levels.
    pub(crate) nodes: Buffer<Bounds>,
    /// How far beyond its own motion a particle of each body looks for colliders, m.
    pub(crate) search_distances: Buffer<f32>,
    /// Boxes around the scene's colliders in the frame, of which those that deform are used.
    pub(crate) deforming_boxes: Buffer<Bounds>,
}

impl ColliderTreeBuffers {
    pub(crate) fn new<E: Engine>(
        make: &mut Maker<'_, E>,
        tree: &ColliderTree,
        deforming_boxes: usize,
    ) -> Result<Self, Error> {
        let count = tree.parts.len();
        Ok(Self {
            parts: make.filled("boxes of colliders", &tree.parts)?,
            order: make.create("order of colliders", count, Memory::Upload)?,
            nodes: make.empty("BVH of colliders", tree_size(tree.count()) as usize)?,
            search_distances: make.filled("search distances", &tree.search_distances)?,
            deforming_boxes: make.create(
                "boxes of deforming colliders",
                deforming_boxes,
                Memory::Upload,
            )?,
        })
    }
}
