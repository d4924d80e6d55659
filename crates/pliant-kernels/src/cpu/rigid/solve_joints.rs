//! CPU implementation of `shaders/rigid/solve_joints.comp`.

use super::articulated::{back_substitute, reduce};
use super::block::Block;
use super::joint::{JointFrames, rows, turning};
use super::solve_contacts::{end, store};
use crate::cpu::rigid::joint::RowEquations;
use crate::views::view::SolveJoints;
use glam::Vec3;
use pliant_passes::types::{
    JOINT_DRIVE, JOINT_EQUAL, JOINTS_BEGIN, JOINTS_FIRST, JOINTS_LAST, Joint, JointLoad,
};

pub(crate) fn solve_joints(pass: &SolveJoints<'_>, own: usize) {
    if own >= pass.params.count as usize {
        return;
    }
    let tree = pass.params.first as usize + own;
    let joints = pass.tree_starts[tree] as usize..pass.tree_starts[tree + 1] as usize;
    for index in joints.clone() {
        solve_rows(pass, index);
    }
    for index in joints.clone() {
        reduce_rows(pass, index);
    }
    for index in joints.rev() {
        back_substitute_rows(pass, index);
    }
}

fn asleep(pass: &SolveJoints<'_>, joint: &Joint) -> bool {
    let asleep = |body: &u32| pass.rigids[*body as usize].sleeps();
    joint.bodies.iter().any(asleep)
}

/// Number of equations of a joint, 0 where it sleeps or is broken.
fn count_of(pass: &SolveJoints<'_>, joint: &Joint, load: &JointLoad) -> usize {
    if asleep(pass, joint) || load.broken != 0 {
        0
    } else {
        joint.equations as usize
    }
}

fn block_of(pass: &SolveJoints<'_>, joint: &Joint) -> Block {
    let [a, b] = joint.bodies.map(|body| end(&pass.steps.get(body as usize)));
    Block { a, b }
}

fn store_ends(pass: &SolveJoints<'_>, joint: &Joint, block: &Block) {
    store(&pass.steps, joint.bodies[0], &block.a);
    store(&pass.steps, joint.bodies[1], &block.b);
}

fn solve_rows(pass: &SolveJoints<'_>, index: usize) {
    let joint = pass.joints[index];
    if asleep(pass, &joint) {
        return;
    }
    let mut load = pass.loads.get(index);
    let mut block = block_of(pass, &joint);
    let flags = pass.params.flags;
    if flags & JOINTS_FIRST != 0 {
        (load.force, load.torque) = ([0.0; 3], [0.0; 3]);
    }
    if flags & JOINTS_BEGIN != 0 {
        let force = Vec3::from(load.substep_force).length();
        let most = turning(&block.a, joint.offset_a, force);
        let most = most.max(turning(&block.b, joint.offset_b, force));
        load.stage_time = (2.0 * most).min(1.0);
        load.substep_force = [0.0; 3];
        rows(&joint).for_each(|k| pass.lambdas.set(k, [0.0; 3]));
    }
    if load.broken == 0 {
        for k in rows(&joint) {
            if !pass.rows[k].is(JOINT_EQUAL) {
                solve_row(pass, &joint, k, &mut block, &mut load);
            }
        }
        store_ends(pass, &joint, &block);
    }
    pass.loads.set(index, load);
}

fn reduce_rows(pass: &SolveJoints<'_>, index: usize) {
    let (joint, load) = (pass.joints[index], pass.loads.get(index));
    let block = block_of(pass, &joint);
    let count = count_of(pass, &joint, &load);
    reduce(pass, index, &block, count);
}

fn back_substitute_rows(pass: &SolveJoints<'_>, index: usize) {
    let joint = pass.joints[index];
    let mut load = pass.loads.get(index);
    let mut block = block_of(pass, &joint);
    let count = count_of(pass, &joint, &load);
    back_substitute(pass, index, &mut block, &mut load, count);
    store_ends(pass, &joint, &block);
    if pass.params.flags & JOINTS_LAST != 0 && !asleep(pass, &joint) {
        let h = pass.frame[0].h;
        let per = 1.0 / (h * h * pass.params.substeps as f32);
        let [force, torque] = [load.force, load.torque].map(|v| per * Vec3::from(v).length());
        if force > joint.break_force || torque > joint.break_torque {
            load.broken = 1;
        }
    }
    pass.loads.set(index, load);
}

/// Solves one limit or drive.
fn solve_row(
    pass: &SolveJoints<'_>,
    joint: &Joint,
    k: usize,
    block: &mut Block,
    load: &mut JointLoad,
) {
    let row = pass.rows[k];
    let single = row.axes.count_ones() == 1;
    let [stage, end, start] =
        [load.stage_time, 1.0, 0.0].map(|part| JointFrames::new(joint, block, &pass.states, part));
    let number = |spread: Vec3| match single {
        true => row.axes().dot(spread),
        false => spread.length(),
    };
    let end = row.joint_coordinates(&end);
    let now = number(end);
    let axis = if single {
        row.axes()
    } else {
        let along = row.joint_coordinates(&stage);
        let along = if along.length() < 1e-6 { end } else { along };
        if along.length() < 1e-6 {
            return;
        }
        along.normalize()
    };
    let jacobian = row.jacobian_row(&stage, axis);
    let inverse_mass = block.row_inverse_mass(&jacobian, &jacobian);
    let old_lambda = pass.lambdas.get(k)[0];
    let drives = row.is(JOINT_DRIVE);
    let above = now > row.high || old_lambda < 0.0;
    if inverse_mass <= 0.0 || !(drives || above || now < row.low || old_lambda > 0.0) {
        return;
    }
    let rest = match (drives, above) {
        (true, _) => row.nearest_angle(row.low, now),
        (false, true) => row.high,
        (false, false) => row.low,
    };
    let before = row.nearest_angle(number(row.joint_coordinates(&start)), now);
    let h = pass.frame[0].h;
    let by = row.spring(h, [rest, before], 1.0 / inverse_mass);
    let most = row.max_force * h * h;
    let new_lambda = old_lambda - (now - by[1] + by[0] * old_lambda) / (inverse_mass + by[0]);
    let least = if drives || above { -most } else { 0.0 };
    let new_lambda = new_lambda.clamp(least, if drives || !above { most } else { 0.0 });
    block.apply_row_impulse(&jacobian, new_lambda - old_lambda, load);
    pass.lambdas.update(k, |lambda| lambda[0] = new_lambda);
}
