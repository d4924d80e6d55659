//! Twin of `shaders/rigid/solve_joints.comp`.

use super::block::Block;
use super::fold::{fold, give};
use super::solve_contacts::{end, keep};
use super::stance::{Stance, rows, turning};
use crate::cpu::rigid::stance::RowAxes;
use glam::Vec3;
use pliant_passes::passes::view::SolveJoints;
use pliant_passes::types::{
    JOINT_DRIVE, JOINT_EQUAL, JOINTS_BEGIN, JOINTS_FIRST, JOINTS_LAST, Joint, JointLoad,
};

pub(crate) fn solve_joints(mut pass: SolveJoints<'_>) {
    let first = pass.params.first as usize;
    for tree in first..first + pass.params.count as usize {
        let joints = pass.tree_starts[tree] as usize..pass.tree_starts[tree + 1] as usize;
        for index in joints.clone() {
            push_rows(&mut pass, index);
        }
        for index in joints.clone() {
            fold_rows(&mut pass, index);
        }
        for index in joints.rev() {
            hold_rows(&mut pass, index);
        }
    }
}

fn asleep(pass: &SolveJoints<'_>, joint: &Joint) -> bool {
    let asleep = |body: &u32| pass.rigids[*body as usize].asleep != 0;
    joint.bodies.iter().any(asleep)
}

/// Equations of what is neither asleep nor broken.
fn count_of(pass: &SolveJoints<'_>, joint: &Joint, load: &JointLoad) -> usize {
    if asleep(pass, joint) || load.broken != 0 {
        0
    } else {
        joint.equations as usize
    }
}

fn block_of(pass: &SolveJoints<'_>, joint: &Joint) -> Block {
    let [a, b] = joint.bodies.map(|body| end(&pass.steps[body as usize]));
    Block {
        a,
        b,
        ..Block::default()
    }
}

fn put(pass: &mut SolveJoints<'_>, joint: &Joint, block: &Block) {
    keep(&mut pass.steps[joint.bodies[0] as usize], &block.a);
    keep(&mut pass.steps[joint.bodies[1] as usize], &block.b);
}

fn push_rows(pass: &mut SolveJoints<'_>, index: usize) {
    let joint = pass.joints[index];
    if asleep(pass, &joint) {
        return;
    }
    let mut load = pass.loads[index];
    let mut block = block_of(pass, &joint);
    let flags = pass.params.flags;
    if flags & JOINTS_FIRST != 0 {
        (load.force, load.torque) = ([0.0; 3], [0.0; 3]);
    }
    if flags & JOINTS_BEGIN != 0 {
        let pull = Vec3::from(load.pull).length();
        let most = turning(&block.a, joint.offset_a, pull);
        let most = most.max(turning(&block.b, joint.offset_b, pull));
        load.late = (2.0 * most).min(1.0);
        load.pull = [0.0; 3];
        pass.lambdas[rows(&joint)].fill([0.0; 3]);
    }
    if load.broken == 0 {
        for k in rows(&joint) {
            if !pass.rows[k].is(JOINT_EQUAL) {
                push_row(pass, &joint, k, &mut block, &mut load);
            }
        }
        put(pass, &joint, &block);
    }
    pass.loads[index] = load;
}

fn fold_rows(pass: &mut SolveJoints<'_>, index: usize) {
    let (joint, load) = (pass.joints[index], pass.loads[index]);
    let block = block_of(pass, &joint);
    let count = count_of(pass, &joint, &load);
    fold(pass, index, &block, count);
}

fn hold_rows(pass: &mut SolveJoints<'_>, index: usize) {
    let joint = pass.joints[index];
    let mut load = pass.loads[index];
    let mut block = block_of(pass, &joint);
    let count = count_of(pass, &joint, &load);
    give(pass, index, &mut block, &mut load, count);
    put(pass, &joint, &block);
    if pass.params.flags & JOINTS_LAST != 0 && !asleep(pass, &joint) {
        let h = pass.frame[0].h;
        let per = 1.0 / (h * h * pass.params.substeps as f32);
        let [force, torque] = [load.force, load.torque].map(|v| per * Vec3::from(v).length());
        if force > joint.break_force || torque > joint.break_torque {
            load.broken = 1;
        }
    }
    pass.loads[index] = load;
}

/// A row that bounds a number or drives it.
fn push_row(
    pass: &mut SolveJoints<'_>,
    joint: &Joint,
    k: usize,
    block: &mut Block,
    load: &mut JointLoad,
) {
    let row = pass.rows[k];
    let single = row.axes.count_ones() == 1;
    let [way, end, start] =
        [load.late, 1.0, 0.0].map(|part| Stance::new(joint, block, pass.states, part));
    let number = |spread: Vec3| match single {
        true => row.axes().dot(spread),
        false => spread.length(),
    };
    let end = row.spread(&end);
    let now = number(end);
    let axis = if single {
        row.axes()
    } else {
        let along = row.spread(&way);
        let along = if along.length() < 1e-6 { end } else { along };
        if along.length() < 1e-6 {
            return;
        }
        along.normalize()
    };
    let lever = row.lever(&way, axis);
    let loose = block.coupled(&lever, &lever);
    let held = pass.lambdas[k][0];
    let drives = row.is(JOINT_DRIVE);
    let above = now > row.high || held < 0.0;
    if loose <= 0.0 || !(drives || above || now < row.low || held > 0.0) {
        return;
    }
    let rest = match (drives, above) {
        (true, _) => row.beside(row.low, now),
        (false, true) => row.high,
        (false, false) => row.low,
    };
    let before = row.beside(number(row.spread(&start)), now);
    let h = pass.frame[0].h;
    let by = row.spring(h, [rest, before], 1.0 / loose);
    let most = row.most * h * h;
    let next = held - (now - by[1] + by[0] * held) / (loose + by[0]);
    let least = if drives || above { -most } else { 0.0 };
    let next = next.clamp(least, if drives || !above { most } else { 0.0 });
    block.shove(&lever, next - held, load);
    pass.lambdas[k][0] = next;
}
