//! Joints of rigid bodies (docs/method.md §27): their rows, solving order, excluded collider pairs and loads.

use super::forest::Forests;
use crate::error::Error;
use crate::memory::Maker;
use crate::metrics::JointMetrics;
use glam::{DQuat, DVec3, Mat4, Vec3};
use pliant_passes::types::{
    ArticulatedInertia, JOINT_ACCELERATION, JOINT_DRIVE, JOINT_EQUAL, JOINT_HARD, JOINT_LINEAR,
    Joint, JointEquation, JointLoad, JointRow, MOST_EQUATIONS, Rigid, RigidCollider,
};
use pliant_passes::{Buffer, Engine};
use pliant_scene::{Carrier, Collider, Drive, Freedom, Limit, Scene};
use std::collections::BTreeSet;
use std::ops::Range;

/// Value of a limit that has no bound.
const UNBOUNDED: f32 = 1e30;

/// All joints of a scene, on the host, by forest and tree.
#[derive(Default)]
pub(crate) struct Joints {
    pub(super) joints: Vec<Joint>,
    pub(crate) rows: Vec<JointRow>,
    /// First joint of each tree, and the end.
    tree_starts: Vec<u32>,
    /// First tree of each forest, and the end.
    forests: Vec<u32>,
    /// Index in `joints` of each of the scene's joints.
    indices: Vec<usize>,
    /// Excluded pairs: for each collider, the colliders with which it does not collide because of a joint.
    pub(super) excluded: Vec<Vec<u32>>,
}

/// Buffers of joints and of the pairs that they exclude; a few bytes each in a scene without them.
pub(crate) struct JointBuffers {
    /// Joints in solving order, and the rows of their limits and drives.
    pub(super) joints: Buffer<Joint>,
    pub(crate) rows: Buffer<JointRow>,
    /// First joint of each tree, and the end.
    pub(super) tree_starts: Buffer<u32>,
    /// λ of each row.
    pub(super) lambdas: Buffer<[f32; 3]>,
    /// Sums of λ of each joint over a frame, and whether it is broken.
    pub(crate) loads: Buffer<JointLoad>,
    /// Eliminated equations of trees.
    pub(super) equations: Buffer<JointEquation>,
    /// Articulated inertia of each body: its own, and that of the joints and bodies below it in its tree.
    pub(super) articulated: Buffer<ArticulatedInertia>,
    /// Loads at the frame's start, for repeating the frame.
    pub(super) start: Buffer<JointLoad>,
    /// Start of each collider's list of excluded colliders, and these lists.
    pub(super) excluded_starts: Buffer<u32>,
    pub(super) excluded: Buffer<u32>,
}

impl Joints {
    /// Joints of a scene between known bodies and colliders; `world` has the matrices of nodes at t = 0.
    pub(super) fn new(
        scene: &Scene,
        bodies: &[Rigid],
        parts: &[RigidCollider],
        world: &[Mat4],
    ) -> Self {
        let mut rows = Vec::new();
        let unordered: Vec<Joint> = scene
            .joints
            .iter()
            .map(|joint| build_joint(scene, bodies, world, joint, &mut rows))
            .collect();
        let ends: Vec<[u32; 2]> = unordered.iter().map(|joint| joint.bodies).collect();
        let is_free: Vec<bool> = bodies.iter().map(Rigid::is_free).collect();
        let Forests {
            order,
            tree_starts,
            starts,
        } = Forests::new(&ends, &is_free);
        let mut indices = vec![0; unordered.len()];
        for (position, (index, _)) in order.iter().enumerate() {
            indices[*index] = position;
        }
        let in_tree = |(index, tree): &(usize, u32)| Joint {
            tree: *tree,
            ..unordered[*index]
        };
        Self {
            joints: order.iter().map(in_tree).collect(),
            rows,
            tree_starts,
            forests: starts,
            indices,
            excluded: excluded_pairs(scene, parts),
        }
    }

    /// The trees of each forest, in the order in which forests are solved.
    pub(super) fn forests(&self) -> impl Iterator<Item = Range<u32>> {
        self.forests.windows(2).map(|ends| ends[0]..ends[1])
    }

    /// Force and torque of each of the scene's joints; `per` converts sums of λ to N and N·m.
    pub(crate) fn metrics(
        &self,
        names: &[String],
        loads: &[JointLoad],
        per: f64,
    ) -> Vec<JointMetrics> {
        let scaled = |v: [f32; 3]| (per * Vec3::from(v).as_dvec3()).to_array();
        let of = |(name, index): (&String, &usize)| JointMetrics {
            name: name.clone(),
            force: scaled(loads[*index].force),
            torque: scaled(loads[*index].torque),
            broken: loads[*index].broken != 0,
        };
        names.iter().zip(&self.indices).map(of).collect()
    }

    /// Rows of the drives of one of the scene's joints; those of its limits precede them.
    pub(crate) fn drive_rows(&self, joint: usize) -> Range<usize> {
        let joint = &self.joints[self.indices[joint]];
        let end = (joint.first + joint.rows) as usize;
        let is_limit = |row: &JointRow| row.kind & JOINT_DRIVE == 0;
        let rows = self.rows[joint.first as usize..end].iter();
        let limits = rows.take_while(|row| is_limit(row)).count();
        joint.first as usize + limits..end
    }

    pub(crate) fn count(&self) -> usize {
        self.joints.len()
    }
}

impl JointBuffers {
    /// Buffers of joints between `bodies` bodies.
    pub(super) fn new<E: Engine>(
        make: &mut Maker<'_, E>,
        plan: &Joints,
        bodies: usize,
    ) -> Result<Self, Error> {
        let count = plan.joints.len();
        let ends = plan.excluded.iter().scan(0, |end, list| {
            *end += list.len() as u32;
            Some(*end)
        });
        let starts: Vec<u32> = std::iter::once(0).chain(ends).collect();
        let articulated = if count > 0 { bodies } else { 0 };
        Ok(Self {
            joints: make.filled::<Joint>("joints", &plan.joints)?,
            rows: make.filled::<JointRow>("rows of joints", &plan.rows)?,
            tree_starts: make.filled("starts of trees of joints", &plan.tree_starts)?,
            lambdas: make.empty::<[f32; 3]>("joint λ", plan.rows.len())?,
            loads: make.empty::<JointLoad>("loads of joints", count)?,
            equations: make
                .empty::<JointEquation>("equations of joints", MOST_EQUATIONS as usize * count)?,
            articulated: make.zeros::<ArticulatedInertia>("articulated inertias", articulated)?,
            start: make.empty::<JointLoad>("loads of joints at the start", count)?,
            excluded_starts: make.filled("starts of excluded pairs", &starts)?,
            excluded: make.filled("excluded pairs", &plan.excluded.concat())?,
        })
    }
}

/// A joint; appends its rows to `rows`.
fn build_joint(
    scene: &Scene,
    bodies: &[Rigid],
    world: &[Mat4],
    joint: &pliant_scene::Joint,
    rows: &mut Vec<JointRow>,
) -> Joint {
    let first = rows.len();
    let mut equations = 0;
    for limit in &joint.limits {
        rows.extend(limit_row(limit, &mut equations));
    }
    rows.extend(joint.drives.iter().filter_map(drive_row));
    let [own, other] = joint.carriers;
    let (body_b, offset_b, turn_b) = joint_frame(scene, bodies, world, own, joint.node);
    let (body_a, offset_a, turn_a) = joint_frame(scene, bodies, world, other, joint.connected);
    Joint {
        bodies: [body_a, body_b],
        offset_a: offset_a.as_vec3().to_array(),
        offset_b: offset_b.as_vec3().to_array(),
        rotation_a: turn_a.as_quat().normalize().to_array(),
        rotation_b: turn_b.as_quat().normalize().to_array(),
        first: first as u32,
        rows: (rows.len() - first) as u32,
        equations,
        tree: 0,
        break_force: joint.break_force.unwrap_or(f32::MAX),
        break_torque: joint.break_torque.unwrap_or(f32::MAX),
    }
}

/// The body that carries a node, and the node's position and rotation in the body's frame.
fn joint_frame(
    scene: &Scene,
    bodies: &[Rigid],
    world: &[Mat4],
    carrier: Carrier,
    node: usize,
) -> (u32, DVec3, DQuat) {
    let (_, rotation, position) = world[node].to_scale_rotation_translation();
    let (rotation, position) = (rotation.as_dquat().normalize(), position.as_dvec3());
    let static_body = bodies.len() - 1;
    let (body, center, axes) = match carrier {
        Carrier::Rigid(rigid) => {
            let body = &scene.rigids[rigid];
            (rigid, body.center, body.axes)
        }
        Carrier::Collider(index) => {
            let collider = &scene.colliders[index];
            let (center, axes) = collider.placement(world[collider.node]);
            let follows = |b: &Rigid| b.follows == index as u32;
            let body = bodies.iter().position(follows).unwrap_or(static_body);
            (body, center.as_dvec3(), axes.as_dquat())
        }
        Carrier::World => (static_body, DVec3::ZERO, DQuat::IDENTITY),
    };
    let back = axes.conjugate();
    (body as u32, back * (position - center), back * rotation)
}

fn bits(axes: [bool; 3]) -> u32 {
    (0..3).fold(0, |bits, axis| bits | u32::from(axes[axis]) << axis)
}

fn linear(freedom: Freedom) -> u32 {
    match freedom {
        Freedom::Linear => JOINT_LINEAR,
        Freedom::Angular => 0,
    }
}

/// The row of a limit; `None` if it does nothing. A limit that fixes a value is an equation, while the joint's block has room.
fn limit_row(limit: &Limit, equations: &mut u32) -> Option<JointRow> {
    let bounded = limit.min > -UNBOUNDED || limit.max < UNBOUNDED;
    if !bounded || limit.stiffness == 0.0 && limit.damping == 0.0 {
        return None;
    }
    let axes = bits(limit.axes);
    let count = axes.count_ones();
    let fixed = limit.min == limit.max && (count == 1 || limit.max == 0.0);
    let equal = fixed && *equations + count <= MOST_EQUATIONS;
    *equations += if equal { count } else { 0 };
    let hard = limit.stiffness.is_infinite();
    let bit = |on: bool, bit: u32| if on { bit } else { 0 };
    Some(JointRow {
        kind: linear(limit.freedom) | bit(hard, JOINT_HARD) | bit(equal, JOINT_EQUAL),
        axes,
        low: limit.min.max(-UNBOUNDED),
        high: limit.max.min(UNBOUNDED),
        stiffness: if hard { 0.0 } else { limit.stiffness },
        damping: limit.damping,
        max_force: UNBOUNDED,
    })
}

fn drive_row(drive: &Drive) -> Option<JointRow> {
    if drive.stiffness == 0.0 && drive.damping == 0.0 {
        return None;
    }
    let mode = if drive.acceleration {
        JOINT_ACCELERATION
    } else {
        0
    };
    Some(JointRow {
        kind: linear(drive.freedom) | JOINT_DRIVE | mode,
        axes: 1 << drive.axis,
        low: drive.position,
        high: drive.velocity,
        stiffness: drive.stiffness,
        damping: drive.damping,
        max_force: drive.max_force.min(UNBOUNDED),
    })
}

/// For each collider, the colliders that joints exclude it from colliding with, ascending.
fn excluded_pairs(scene: &Scene, parts: &[RigidCollider]) -> Vec<Vec<u32>> {
    let mut excluded = vec![BTreeSet::new(); parts.len()];
    for joint in scene.joints.iter().filter(|joint| !joint.collides) {
        let nodes = [joint.node, joint.connected];
        let [one, other] =
            [0, 1].map(|end| colliders_of(scene, parts, joint.carriers[end], nodes[end]));
        for (i, j) in one.iter().flat_map(|i| other.iter().map(move |j| (*i, *j))) {
            excluded[i].insert(j as u32);
            excluded[j].insert(i as u32);
        }
    }
    excluded
        .into_iter()
        .map(|set| set.into_iter().collect())
        .collect()
}

/// Colliders at one end of a joint: those of its rigid body, else those of the node, its ancestors and its descendants.
fn colliders_of(
    scene: &Scene,
    parts: &[RigidCollider],
    carrier: Carrier,
    node: usize,
) -> Vec<usize> {
    let above = |low: usize, high: usize| {
        std::iter::successors(Some(low), |node| scene.nodes[*node].parent).any(|node| node == high)
    };
    let belongs = |(index, collider): &(usize, &Collider)| match carrier {
        Carrier::Rigid(rigid) => parts[*index].body as usize == rigid,
        _ => {
            let own = above(node, collider.node) || above(collider.node, node);
            collider.rigid.is_none() && own
        }
    };
    let all = scene.solids().enumerate().filter(belongs);
    all.map(|(index, _)| index).collect()
}
