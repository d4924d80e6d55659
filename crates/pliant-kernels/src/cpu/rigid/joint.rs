//! Twin of `shaders/rigid/joint.comp`.

use super::block::Block;
use super::contact::{end, keep};
use super::stance::{Lever, Stance, turning};
use crate::passes::view::RigidJoints;
use crate::types::{
    JOINT_DRIVE, JOINT_EQUAL, JOINTS_BEGIN, JOINTS_FIRST, JOINTS_LAST, Joint, JointLoad,
    MOST_EQUATIONS,
};
use glam::Vec3;

const MOST: usize = MOST_EQUATIONS as usize;

pub(crate) fn joint(mut pass: RigidJoints<'_>) {
    let joints = pass.color_starts[pass.params.colors as usize] as usize;
    for index in 0..joints {
        solve(&mut pass, index);
    }
}

fn rows(joint: &Joint) -> std::ops::Range<usize> {
    let first = joint.first as usize;
    first..first + joint.rows as usize
}

fn solve(pass: &mut RigidJoints<'_>, index: usize) {
    let joint = pass.joints[index];
    if joint
        .bodies
        .iter()
        .any(|body| pass.rigids[*body as usize].asleep != 0)
    {
        return;
    }
    let mut load = pass.loads[index];
    let [a, b] = joint.bodies.map(|body| end(&pass.steps[body as usize]));
    let flags = pass.params.flags;
    if flags & JOINTS_FIRST != 0 {
        (load.force, load.torque) = ([0.0; 3], [0.0; 3]);
    }
    if flags & JOINTS_BEGIN != 0 {
        let pull = Vec3::from(load.pull).length();
        let most = turning(&a, joint.offset_a, pull).max(turning(&b, joint.offset_b, pull));
        load.late = (2.0 * most).min(1.0);
        load.pull = [0.0; 3];
        pass.lambdas[rows(&joint)].fill([0.0; 3]);
    }
    if load.broken == 0 {
        let mut block = Block {
            a,
            b,
            ..Block::default()
        };
        for k in rows(&joint) {
            if !pass.rows[k].is(JOINT_EQUAL) {
                push_row(pass, &joint, k, &mut block, &mut load);
            }
        }
        hold_rows(pass, &joint, &mut block, &mut load);
        keep(&mut pass.steps[joint.bodies[0] as usize], &block.a);
        keep(&mut pass.steps[joint.bodies[1] as usize], &block.b);
    }
    if flags & JOINTS_LAST != 0 {
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
    pass: &mut RigidJoints<'_>,
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

/// An equation of a block: C + α̃ λ, α̃, and the row and axis that it is of.
#[derive(Debug, Clone, Copy)]
struct Equation {
    lever: Lever,
    left: f32,
    soft: f32,
    place: [usize; 2],
}

/// Rows that hold their numbers.
fn hold_rows(pass: &mut RigidJoints<'_>, joint: &Joint, block: &mut Block, load: &mut JointLoad) {
    let [way, end, start] =
        [load.late, 1.0, 0.0].map(|part| Stance::new(joint, block, pass.states, part));
    let mut equations = Vec::new();
    for k in rows(joint) {
        let row = pass.rows[k];
        if !row.is(JOINT_EQUAL) {
            continue;
        }
        let [now, before] = [&end, &start].map(|stance| row.spread(stance));
        for axis in (0..3).filter(|axis| row.axes >> axis & 1 != 0) {
            let rest = row.beside(row.low, now[axis]);
            let before = row.beside(before[axis], now[axis]);
            let by = row.spring(pass.frame[0].h, [rest, before], 0.0);
            equations.push(Equation {
                lever: row.lever(&way, Vec3::AXES[axis]),
                left: now[axis] - by[1] + by[0] * pass.lambdas[k][axis],
                soft: by[0],
                place: [k, axis],
            });
        }
    }
    equations.truncate(MOST);
    for (equation, change) in equations.iter().zip(solution(&equations, block)) {
        block.shove(&equation.lever, change, load);
        let [k, axis] = equation.place;
        pass.lambdas[k][axis] += change;
    }
}

/// What λ change by: LDLᵀ.
fn solution(equations: &[Equation], block: &Block) -> Vec<f32> {
    let mut m = [[0.0_f32; MOST]; MOST];
    let mut pivot = [0.0_f32; MOST];
    let mut x = [0.0_f32; MOST];
    for (j, own) in equations.iter().enumerate() {
        let whole = block.coupled(&own.lever, &own.lever) + own.soft;
        pivot[j] = whole;
        x[j] = -own.left;
        for k in 0..j {
            let mut sum = block.coupled(&own.lever, &equations[k].lever);
            for i in 0..k {
                sum -= m[j][i] * m[k][i] * pivot[i];
            }
            m[j][k] = if pivot[k] > 0.0 { sum / pivot[k] } else { 0.0 };
            pivot[j] -= m[j][k] * m[j][k] * pivot[k];
            x[j] -= m[j][k] * x[k];
        }
        if pivot[j] <= 1e-6 * whole {
            pivot[j] = 0.0;
        }
    }
    for j in (0..equations.len()).rev() {
        if pivot[j] > 0.0 {
            let above: f32 = (j + 1..equations.len()).map(|k| m[k][j] * x[k]).sum();
            x[j] = x[j] / pivot[j] - above;
        } else {
            x[j] = 0.0;
        }
    }
    x[..equations.len()].to_vec()
}
