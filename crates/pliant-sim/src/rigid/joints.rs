//! Joints of rigid bodies (docs/method.md §27): what they hold, in which order, and what they carry.

use super::Rigids;
use crate::Error;
use crate::metrics::JointMetrics;
use crate::state::Maker;
use glam::{DQuat, DVec3, Mat4, Vec3};
use pliant_kernels::types::{
    JOINT_ACCELERATION, JOINT_DRIVE, JOINT_EQUAL, JOINT_HARD, JOINT_LINEAR, Joint, JointLoad,
    JointRow, MOST_EQUATIONS,
};
use pliant_kernels::{BufferId, Engine};
use pliant_scene::{Carrier, Collider, Drive, Freedom, Limit, Scene};
use std::collections::BTreeSet;

/// What stands for a bound that is not there.
const BOUNDLESS: f32 = 1e30;

/// All joints of a scene, on the host, by colour.
#[derive(Default)]
pub(crate) struct Joints {
    pub(super) joints: Vec<Joint>,
    pub(super) rows: Vec<JointRow>,
    /// Where each colour starts, and the end.
    pub(super) color_starts: Vec<u32>,
    /// Where each of the scene's joints is.
    places: Vec<usize>,
    /// Of each collider those that joints keep it from meeting.
    pub(super) apart: Vec<Vec<u32>>,
}

pub(crate) struct JointBuffers {
    pub(super) joints: BufferId,
    pub(super) rows: BufferId,
    pub(super) color_starts: BufferId,
    pub(super) lambdas: BufferId,
    pub(crate) loads: BufferId,
    /// At the frame's start, to simulate it again.
    pub(super) start: BufferId,
    pub(super) apart_starts: BufferId,
    pub(super) apart: BufferId,
}

impl Joints {
    /// Of a scene whose bodies and parts are known; `world` has where nodes are at t = 0.
    pub(super) fn new(scene: &Scene, rigids: &Rigids, world: &[Mat4]) -> Self {
        let mut rows = Vec::new();
        let made: Vec<Joint> = scene
            .joints
            .iter()
            .map(|joint| made(scene, rigids, world, joint, &mut rows))
            .collect();
        let colors = colors(&made, rigids);
        let mut order: Vec<usize> = (0..made.len()).collect();
        order.sort_by_key(|index| (colors[*index], *index));
        let mut places = vec![0; made.len()];
        for (place, index) in order.iter().enumerate() {
            places[*index] = place;
        }
        let count = colors.iter().max().map_or(0, |most| most + 1);
        let before = |color: u32| colors.iter().filter(|own| **own < color).count() as u32;
        Self {
            joints: order.iter().map(|index| made[*index]).collect(),
            rows,
            color_starts: (0..=count).map(before).collect(),
            places,
            apart: apart(scene, rigids),
        }
    }

    /// How many colours.
    pub(super) fn colors(&self) -> u32 {
        self.color_starts.len().saturating_sub(1) as u32
    }

    /// What each of the scene's joints carries, `per` being what λ are multiplied by.
    pub(crate) fn metrics(
        &self,
        names: &[String],
        loads: &[JointLoad],
        per: f64,
    ) -> Vec<JointMetrics> {
        let scaled = |v: [f32; 3]| (per * Vec3::from(v).as_dvec3()).to_array();
        let of = |(name, place): (&String, &usize)| JointMetrics {
            name: name.clone(),
            force: scaled(loads[*place].force),
            torque: scaled(loads[*place].torque),
            broken: loads[*place].broken != 0,
        };
        names.iter().zip(&self.places).map(of).collect()
    }

    pub(crate) fn count(&self) -> usize {
        self.joints.len()
    }
}

impl JointBuffers {
    pub(super) fn new<E: Engine>(make: &mut Maker<'_, E>, plan: &Joints) -> Result<Self, Error> {
        let count = plan.joints.len();
        let ends = plan.apart.iter().scan(0, |end, list| {
            *end += list.len() as u32;
            Some(*end)
        });
        let starts: Vec<u32> = std::iter::once(0).chain(ends).collect();
        Ok(Self {
            joints: make.filled::<Joint>("joints", &plan.joints)?,
            rows: make.filled::<JointRow>("rows of joints", &plan.rows)?,
            color_starts: make.filled("starts of colours of joints", &plan.color_starts)?,
            lambdas: make.empty::<[f32; 3]>("joint λ", plan.rows.len())?,
            loads: make.empty::<JointLoad>("loads of joints", count)?,
            start: make.empty::<JointLoad>("loads of joints at the start", count)?,
            apart_starts: make.filled("starts of what joints keep apart", &starts)?,
            apart: make.filled("what joints keep apart", &plan.apart.concat())?,
        })
    }
}

/// A joint and its rows.
fn made(
    scene: &Scene,
    rigids: &Rigids,
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
    let (body_b, offset_b, turn_b) = seat(scene, rigids, world, own, joint.node);
    let (body_a, offset_a, turn_a) = seat(scene, rigids, world, other, joint.connected);
    Joint {
        bodies: [body_a, body_b],
        offset_a: offset_a.as_vec3().to_array(),
        offset_b: offset_b.as_vec3().to_array(),
        turn_a: turn_a.as_quat().normalize().to_array(),
        turn_b: turn_b.as_quat().normalize().to_array(),
        first: first as u32,
        rows: (rows.len() - first) as u32,
        break_force: joint.break_force.unwrap_or(f32::MAX),
        break_torque: joint.break_torque.unwrap_or(f32::MAX),
    }
}

/// The body that carries a node, and where the node is in its frame.
fn seat(
    scene: &Scene,
    rigids: &Rigids,
    world: &[Mat4],
    carrier: Carrier,
    node: usize,
) -> (u32, DVec3, DQuat) {
    let (_, turn, place) = world[node].to_scale_rotation_translation();
    let (turn, place) = (turn.as_dquat().normalize(), place.as_dvec3());
    let stands = rigids.bodies.len() - 1;
    let (body, center, axes) = match carrier {
        Carrier::Rigid(rigid) => {
            let body = &scene.rigids[rigid];
            (rigid, body.center, body.axes)
        }
        Carrier::Collider(index) => {
            let collider = &scene.colliders[index];
            let (center, axes) = collider.placement(world[collider.node]);
            let follows = |b: &pliant_kernels::types::Rigid| b.follows == index as u32;
            let body = rigids.bodies.iter().position(follows).unwrap_or(stands);
            (body, center.as_dvec3(), axes.as_dquat())
        }
        Carrier::World => (stands, DVec3::ZERO, DQuat::IDENTITY),
    };
    let back = axes.conjugate();
    (body as u32, back * (place - center), back * turn)
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

/// `None` where it does nothing. What holds a number is an equation, as long as these find room in the joint's block.
fn limit_row(limit: &Limit, equations: &mut u32) -> Option<JointRow> {
    let bounded = limit.min > -BOUNDLESS || limit.max < BOUNDLESS;
    if !bounded || limit.stiffness == 0.0 && limit.damping == 0.0 {
        return None;
    }
    let axes = bits(limit.axes);
    let count = axes.count_ones();
    let held = limit.min == limit.max && (count == 1 || limit.max == 0.0);
    let equal = held && *equations + count <= MOST_EQUATIONS;
    *equations += if equal { count } else { 0 };
    let hard = limit.stiffness.is_infinite();
    let bit = |on: bool, bit: u32| if on { bit } else { 0 };
    Some(JointRow {
        kind: linear(limit.freedom) | bit(hard, JOINT_HARD) | bit(equal, JOINT_EQUAL),
        axes,
        low: limit.min.max(-BOUNDLESS),
        high: limit.max.min(BOUNDLESS),
        stiffness: if hard { 0.0 } else { limit.stiffness },
        damping: limit.damping,
        most: BOUNDLESS,
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
        most: drive.max_force.min(BOUNDLESS),
    })
}

/// A colour for each joint, so that those of one share no free body; what hangs on the world comes last, since what is solved
/// last is met best and carries the rest.
fn colors(joints: &[Joint], rigids: &Rigids) -> Vec<u32> {
    let is_free = |body: u32| rigids.bodies[body as usize].is_free();
    let depths = depths(joints, rigids.bodies.len(), is_free);
    let mut order: Vec<usize> = (0..joints.len()).collect();
    order.sort_by_key(|index| (depths[*index], *index));
    let mut taken: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); rigids.bodies.len()];
    let mut colors = vec![0; joints.len()];
    for index in order {
        let free = || joints[index].bodies.into_iter().filter(|b| is_free(*b));
        let used = |color: &u32| free().any(|body| taken[body as usize].contains(color));
        let color = (0..).find(|color| !used(color)).unwrap_or_default();
        colors[index] = color;
        for body in free() {
            taken[body as usize].insert(color);
        }
    }
    let most = colors.iter().copied().max().unwrap_or_default();
    colors.into_iter().map(|color| most - color).collect()
}

/// How many joints are between each joint and what stands.
fn depths(joints: &[Joint], bodies: usize, is_free: impl Fn(u32) -> bool) -> Vec<usize> {
    let mut near: Vec<Vec<usize>> = vec![Vec::new(); bodies];
    for (index, joint) in joints.iter().enumerate() {
        for body in joint.bodies {
            near[body as usize].push(index);
        }
    }
    let mut depths = vec![usize::MAX; joints.len()];
    let mut next: Vec<usize> = (0..joints.len())
        .filter(|index| joints[*index].bodies.iter().any(|b| !is_free(*b)))
        .collect();
    let mut depth = 0;
    while !next.is_empty() {
        next.retain(|index| depths[*index] == usize::MAX);
        for index in &next {
            depths[*index] = depth;
        }
        let reached = next.iter().flat_map(|index| joints[*index].bodies);
        let reached: BTreeSet<u32> = reached.filter(|body| is_free(*body)).collect();
        let beyond = reached.into_iter().flat_map(|body| &near[body as usize]);
        next = beyond
            .copied()
            .filter(|index| depths[*index] == usize::MAX)
            .collect();
        depth += 1;
    }
    depths
}

/// Of each collider those that joints keep it from meeting, ascending.
fn apart(scene: &Scene, rigids: &Rigids) -> Vec<Vec<u32>> {
    let mut apart = vec![BTreeSet::new(); rigids.parts.len()];
    for joint in scene.joints.iter().filter(|joint| !joint.collides) {
        let nodes = [joint.node, joint.connected];
        let [one, other] =
            [0, 1].map(|end| colliders_of(scene, rigids, joint.carriers[end], nodes[end]));
        for (i, j) in one.iter().flat_map(|i| other.iter().map(move |j| (*i, *j))) {
            apart[i].insert(j as u32);
            apart[j].insert(i as u32);
        }
    }
    apart
        .into_iter()
        .map(|set| set.into_iter().collect())
        .collect()
}

/// Those of its body; of what stands or is animated those of the node, of what it hangs on, and of what hangs on it.
fn colliders_of(scene: &Scene, rigids: &Rigids, carrier: Carrier, node: usize) -> Vec<usize> {
    let above = |low: usize, high: usize| {
        std::iter::successors(Some(low), |node| scene.nodes[*node].parent).any(|node| node == high)
    };
    let belongs = |(index, collider): &(usize, &Collider)| match carrier {
        Carrier::Rigid(rigid) => rigids.parts[*index].body as usize == rigid,
        _ => {
            let own = above(node, collider.node) || above(collider.node, node);
            collider.rigid.is_none() && own
        }
    };
    let all = scene.solids().enumerate().filter(belongs);
    all.map(|(index, _)| index).collect()
}
