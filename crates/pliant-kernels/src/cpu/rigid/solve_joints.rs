//! CPU implementation of `shaders/rigid/solve_joints.comp`.

use super::articulated::{back_substitute, reduce};
use super::block::Block;
use super::joint::{JacobianRow, RowEquations, rows, turning};
use super::joint_rows::{bounds_of, is_in_tree, row_equation};
use super::solve_contacts::{end, store};
use crate::views::view::SolveJoints;
use glam::Vec3;
use pliant_passes::types::{
    JOINT_DRIVE, JOINT_EQUAL, JOINTS_BEGIN, JOINTS_FIRST, JOINTS_LAST, Joint, JointLoad,
    LIMIT_TOLERANCE, MOST_EQUATIONS, MOST_JOINT_ATTEMPTS, MOST_JOINT_ROUNDS,
};
use std::ops::Range;

pub(crate) fn solve_joints(pass: &SolveJoints<'_>, own: usize) {
    if own >= pass.params.count as usize {
        return;
    }
    let tree = pass.params.first as usize + own;
    let joints = pass.tree_starts[tree] as usize..pass.tree_starts[tree + 1] as usize;
    for index in joints.clone() {
        begin_rows(pass, index);
    }
    for _ in 0..MOST_JOINT_ROUNDS {
        if !solve_tree(pass, joints.clone()) {
            break;
        }
    }
    if pass.params.flags & JOINTS_LAST != 0 {
        joints.for_each(|index| break_joint(pass, index));
    }
}

/// Solves a tree once with the limits that are exceeded now. Returns whether others are exceeded then.
fn solve_tree(pass: &SolveJoints<'_>, joints: Range<usize>) -> bool {
    let mut is_bounded = false;
    for index in joints.clone() {
        is_bounded |= choose_rows(pass, index);
    }
    for attempt in 0..=MOST_JOINT_ATTEMPTS {
        for index in joints.clone() {
            reduce_rows(pass, index);
        }
        let mut again = false;
        if !is_bounded || attempt == MOST_JOINT_ATTEMPTS {
            break;
        }
        for index in joints.clone().rev() {
            again |= hold_rows(pass, index);
        }
        if !again {
            break;
        }
    }
    for index in joints.clone().rev() {
        back_substitute_rows(pass, index);
    }
    let mut again = false;
    for index in joints {
        again |= exceeds_limit(pass, index);
    }
    again
}

/// Whether a joint is beyond a limit that was not among the equations.
fn exceeds_limit(pass: &SolveJoints<'_>, index: usize) -> bool {
    let (joint, load) = (pass.joints[index], pass.loads.get(index));
    if asleep(pass, &joint) || load.broken != 0 {
        return false;
    }
    let block = block_of(pass, &joint);
    let left = rows(&joint).filter(|k| {
        let row = pass.rows[*k];
        !row.is(JOINT_EQUAL) && !row.is(JOINT_DRIVE) && !is_in_tree(pass, *k)
    });
    let excess = |k: usize| {
        row_equation(pass, (&joint, &block), k, load.stage_time)
            .1
            .excess
    };
    left.map(excess).any(|excess| excess > LIMIT_TOLERANCE)
}

/// Breaks a joint whose load in the frame was too large.
fn break_joint(pass: &SolveJoints<'_>, index: usize) {
    let joint = pass.joints[index];
    if asleep(pass, &joint) {
        return;
    }
    let mut load = pass.loads.get(index);
    let h = pass.frame[0].h;
    let per = 1.0 / (h * h * pass.params.substeps as f32);
    let [force, torque] = [load.force, load.torque].map(|v| per * Vec3::from(v).length());
    if force > joint.break_force || torque > joint.break_torque {
        load.broken = 1;
    }
    pass.loads.set(index, load);
}

fn asleep(pass: &SolveJoints<'_>, joint: &Joint) -> bool {
    let asleep = |body: &u32| pass.rigids[*body as usize].sleeps();
    joint.bodies.iter().any(asleep)
}

/// Number of equations of a joint, 0 where it sleeps or is broken.
fn count_of(pass: &SolveJoints<'_>, joint: &Joint, load: &JointLoad) -> usize {
    if asleep(pass, joint) || load.broken != 0 {
        return 0;
    }
    let chosen = rows(joint).filter(|k| is_in_tree(pass, *k));
    joint.equations as usize + chosen.count()
}

fn block_of(pass: &SolveJoints<'_>, joint: &Joint) -> Block {
    let [a, b] = joint.bodies.map(|body| end(&pass.steps.get(body as usize)));
    Block { a, b }
}

fn store_ends(pass: &SolveJoints<'_>, joint: &Joint, block: &Block) {
    store(&pass.steps, joint.bodies[0], &block.a);
    store(&pass.steps, joint.bodies[1], &block.b);
}

/// Changes λ of a limit or drive by this much.
fn change_row(
    pass: &SolveJoints<'_>,
    k: usize,
    (jacobian, change): (&JacobianRow, f32),
    (block, load): (&mut Block, &mut JointLoad),
) {
    block.apply_row_impulse(jacobian, change, load);
    pass.lambdas.update(k, |lambda| lambda[0] += change);
}

/// λ after a change, within its bounds.
fn held(pass: &SolveJoints<'_>, k: usize, lambda: f32) -> f32 {
    let [least, most] = bounds_of(pass, k);
    lambda.clamp(least, most)
}

/// Decides which limits and drives the tree solves with the equality rows, and solves those alone that are beyond the number of
/// equations. Returns whether the tree solves some.
fn choose_rows_of(
    pass: &SolveJoints<'_>,
    joint: &Joint,
    block: &mut Block,
    load: &mut JointLoad,
) -> bool {
    let mut count = joint.equations;
    for k in rows(joint).filter(|k| !pass.rows[*k].is(JOINT_EQUAL)) {
        let (equation, place) = row_equation(pass, (joint, block), k, load.stage_time);
        let fits = equation.is_some() && count < MOST_EQUATIONS;
        pass.lambdas.update(k, |lambda| {
            lambda[1] = if fits { 1.0 } else { 0.0 };
            lambda[2] = place.side;
        });
        count += u32::from(fits);
        if let (Some(e), false) = (equation, fits) {
            let lambda = pass.lambdas.get(k)[0];
            let wanted = lambda - e.residual / (e.inverse_mass + e.compliance);
            let change = held(pass, k, wanted) - lambda;
            change_row(pass, k, (&e.jacobian, change), (block, load));
        }
    }
    count > joint.equations
}

fn begin_rows(pass: &SolveJoints<'_>, index: usize) {
    let joint = pass.joints[index];
    if asleep(pass, &joint) {
        return;
    }
    let mut load = pass.loads.get(index);
    let block = block_of(pass, &joint);
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
    pass.loads.set(index, load);
}

fn choose_rows(pass: &SolveJoints<'_>, index: usize) -> bool {
    let joint = pass.joints[index];
    if asleep(pass, &joint) {
        return false;
    }
    let mut load = pass.loads.get(index);
    let mut block = block_of(pass, &joint);
    let any = load.broken == 0 && choose_rows_of(pass, &joint, &mut block, &mut load);
    store_ends(pass, &joint, &block);
    pass.loads.set(index, load);
    any
}

fn reduce_rows(pass: &SolveJoints<'_>, index: usize) {
    let (joint, load) = (pass.joints[index], pass.loads.get(index));
    let block = block_of(pass, &joint);
    let count = count_of(pass, &joint, &load);
    reduce(pass, index, &block, count);
}

/// Finds the limits and drives whose λ would leave its bounds: each is brought there and solved no more. Returns whether there are any.
fn hold_rows(pass: &SolveJoints<'_>, index: usize) -> bool {
    let joint = pass.joints[index];
    let mut load = pass.loads.get(index);
    let mut block = block_of(pass, &joint);
    let count = count_of(pass, &joint, &load);
    let mut any = false;
    for change in back_substitute(pass, index, &block, count, |_, change| change) {
        let k = change.row;
        if !is_in_tree(pass, k) {
            continue;
        }
        let lambda = pass.lambdas.get(k)[0];
        let held = held(pass, k, lambda + change.by);
        if held != lambda + change.by {
            let by = (&change.jacobian, held - lambda);
            change_row(pass, k, by, (&mut block, &mut load));
            pass.lambdas.update(k, |lambda| lambda[1] = 0.0);
            any = true;
        }
    }
    store_ends(pass, &joint, &block);
    pass.loads.set(index, load);
    any
}

fn back_substitute_rows(pass: &SolveJoints<'_>, index: usize) {
    let joint = pass.joints[index];
    let mut load = pass.loads.get(index);
    let mut block = block_of(pass, &joint);
    let count = count_of(pass, &joint, &load);
    let limit = |k: usize, change: f32| {
        let lambda = pass.lambdas.get(k)[0];
        if is_in_tree(pass, k) {
            held(pass, k, lambda + change) - lambda
        } else {
            change
        }
    };
    for change in back_substitute(pass, index, &block, count, limit) {
        block.apply_row_impulse(&change.jacobian, change.by, &mut load);
        pass.lambdas
            .update(change.row, |lambda| lambda[change.axis] += change.by);
    }
    store_ends(pass, &joint, &block);
    pass.loads.set(index, load);
}
