//! CPU implementation of `shaders/rigid/joints/joint_rows.glsl`.

use crate::cpu::rigid::blocks::block::Block;
use crate::cpu::rigid::blocks::displacements::{end, store};
use crate::cpu::rigid::joints::articulated::limited_changes;
use crate::cpu::rigid::joints::joint::{JacobianRow, RowEquations, rows, turning};
use crate::cpu::rigid::joints::joint_equations::{bounds_of, is_in_tree, row_equation};
use crate::views::view::SolveJoints;
use glam::Vec3;
use pliant_passes::types::{JOINT_EQUAL, Joint, JointLoad, MOST_EQUATIONS};

pub(in crate::cpu::rigid) fn asleep(pass: &SolveJoints<'_>, joint: &Joint) -> bool {
    let asleep = |body: &u32| pass.rigids[*body as usize].sleeps();
    joint.bodies.iter().any(asleep)
}

/// Number of equations of a joint, 0 where it sleeps or is broken.
pub(in crate::cpu::rigid) fn count_of(
    pass: &SolveJoints<'_>,
    joint: &Joint,
    load: &JointLoad,
) -> usize {
    if asleep(pass, joint) || load.broken != 0 {
        return 0;
    }
    let chosen = rows(joint).filter(|k| is_in_tree(pass, *k));
    joint.equations as usize + chosen.count()
}

pub(in crate::cpu::rigid) fn block_of(pass: &SolveJoints<'_>, joint: &Joint) -> Block {
    let [a, b] = joint.bodies.map(|body| end(&pass.steps.get(body as usize)));
    Block { a, b }
}

pub(in crate::cpu::rigid) fn store_ends(pass: &SolveJoints<'_>, joint: &Joint, block: &Block) {
    store(&pass.steps, joint.bodies[0], &block.a);
    store(&pass.steps, joint.bodies[1], &block.b);
}

/// Begins a substep: a joint's λ are 0, and the time at which its Jacobians are evaluated follows from its last forces.
pub(in crate::cpu::rigid) fn begin(
    pass: &SolveJoints<'_>,
    joint: &Joint,
    block: &Block,
    load: &mut JointLoad,
) {
    let force = Vec3::from(load.substep_force).length();
    let most = turning(&block.a, joint.offset_a, force);
    let most = most.max(turning(&block.b, joint.offset_b, force));
    load.stage_time = (2.0 * most).min(1.0);
    load.substep_force = [0.0; 3];
    rows(joint).for_each(|k| pass.lambdas.set(k, [0.0; 3]));
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
pub(in crate::cpu::rigid) fn choose_rows_of(
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

/// Finds the limits and drives whose λ would leave its bounds. Returns whether there are any.
pub(in crate::cpu::rigid) fn hold_rows(pass: &SolveJoints<'_>, index: usize) -> bool {
    let joint = pass.joints[index];
    let mut load = pass.loads.get(index);
    let mut block = block_of(pass, &joint);
    let count = count_of(pass, &joint, &load);
    let mut any = false;
    for change in limited_changes(pass, index, &block, count, |_, change| change) {
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

pub(in crate::cpu::rigid) fn back_substitute(
    pass: &SolveJoints<'_>,
    index: usize,
    block: &mut Block,
    load: &mut JointLoad,
    count: usize,
) {
    let limit = |k: usize, change: f32| {
        let lambda = pass.lambdas.get(k)[0];
        if is_in_tree(pass, k) {
            held(pass, k, lambda + change) - lambda
        } else {
            change
        }
    };
    for change in limited_changes(pass, index, block, count, limit) {
        block.apply_row_impulse(&change.jacobian, change.by, load);
        pass.lambdas
            .update(change.row, |lambda| lambda[change.axis] += change.by);
    }
}
