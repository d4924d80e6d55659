//! CPU implementation of `shaders/rigid/solve_joints.comp`.

use crate::cpu::rigid::joints::articulated::reduce;
use crate::cpu::rigid::joints::joint::{RowEquations, rows};
use crate::cpu::rigid::joints::joint_equations::{is_in_tree, row_equation};
use crate::cpu::rigid::joints::joint_rows::{
    asleep, back_substitute, begin, block_of, choose_rows_of, count_of, hold_rows, store_ends,
};
use crate::views::view::SolveJoints;
use glam::Vec3;
use pliant_passes::types::{
    JOINT_DRIVE, JOINT_EQUAL, JOINTS_BEGIN, JOINTS_FIRST, JOINTS_LAST, LIMIT_TOLERANCE,
    MOST_JOINT_ATTEMPTS, MOST_JOINT_ROUNDS,
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
        begin(pass, &joint, &block, &mut load);
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

fn back_substitute_rows(pass: &SolveJoints<'_>, index: usize) {
    let joint = pass.joints[index];
    let mut load = pass.loads.get(index);
    let mut block = block_of(pass, &joint);
    let count = count_of(pass, &joint, &load);
    back_substitute(pass, index, &mut block, &mut load, count);
    store_ends(pass, &joint, &block);
    pass.loads.set(index, load);
}
