//! CPU implementation of `shaders/rigid/joints/joint_equations.glsl`.

use crate::cpu::rigid::blocks::block::Block;
use crate::cpu::rigid::joints::joint::{
    JacobianRow, JointFrames, RowEquations, joint_frames, rows,
};
use crate::views::view::SolveJoints;
use glam::Vec3;
use pliant_passes::types::{JOINT_DRIVE, JOINT_EQUAL, Joint, JointLoad, JointRow, LIMIT_MARGIN};

/// A limit or drive, along one axis.
pub(in crate::cpu::rigid) struct RowEquation {
    pub(in crate::cpu::rigid) jacobian: JacobianRow,
    pub(in crate::cpu::rigid) inverse_mass: f32,
    /// C + α̃ λ.
    pub(in crate::cpu::rigid) residual: f32,
    /// α̃.
    pub(in crate::cpu::rigid) compliance: f32,
}

/// Where a limit is.
#[derive(Clone, Copy)]
pub(in crate::cpu::rigid) struct Place {
    /// 1 at the upper bound, −1 at the lower one, 0 for a drive.
    pub(in crate::cpu::rigid) side: f32,
    /// How far it is beyond, m or rad.
    pub(in crate::cpu::rigid) excess: f32,
}

/// The equation of a row, `None` where it does nothing, and where its limit is.
pub(in crate::cpu::rigid) fn row_equation(
    pass: &SolveJoints<'_>,
    (joint, block): (&Joint, &Block),
    k: usize,
    stage_time: f32,
) -> (Option<RowEquation>, Place) {
    let row = pass.rows[k];
    let single = row.axes.count_ones() == 1;
    let [stage, end, start] =
        [stage_time, 1.0, 0.0].map(|part| joint_frames(joint, block, &pass.states, part));
    let number = |spread: Vec3| match single {
        true => row.axes_of().dot(spread),
        false => spread.length(),
    };
    let end = row.joint_coordinates(&end);
    let now = number(end);
    let lambda = pass.lambdas.get(k)[0];
    let drives = row.is(JOINT_DRIVE);
    let excess = match drives {
        true => 0.0,
        false => (now - row.high).max(row.low - now),
    };
    let nearer_high = lambda == 0.0 && now - row.high > row.low - now;
    let above = now > row.high || lambda < 0.0 || nearer_high;
    let side = match (drives, above) {
        (true, _) => 0.0,
        (false, true) => 1.0,
        (false, false) => -1.0,
    };
    let place = Place { side, excess };
    let Some(axis) = axis_of(&row, &stage, end) else {
        return (None, place);
    };
    let jacobian = row.jacobian_row(&stage, axis);
    let inverse_mass = block.row_inverse_mass(&jacobian, &jacobian);
    if inverse_mass <= 0.0 || !(drives || excess > -LIMIT_MARGIN || lambda != 0.0) {
        return (None, place);
    }
    let rest = match (drives, above) {
        (true, _) => row.nearest_angle(row.low, now),
        (false, true) => row.high,
        (false, false) => row.low,
    };
    let before = row.nearest_angle(number(row.joint_coordinates(&start)), now);
    let by = row.spring(pass.frame[0].h, [rest, before], side, 1.0 / inverse_mass);
    let equation = RowEquation {
        jacobian,
        inverse_mass,
        residual: now - by[1] + by[0] * lambda,
        compliance: by[0],
    };
    (Some(equation), place)
}

/// The axis of a row, in the second frame; `None` where a row of several axes has no value.
fn axis_of(row: &JointRow, stage: &JointFrames, end: Vec3) -> Option<Vec3> {
    if row.axes.count_ones() == 1 {
        return Some(row.axes_of());
    }
    let along = row.joint_coordinates(stage);
    let along = if along.length() < 1e-6 { end } else { along };
    (along.length() >= 1e-6).then(|| along.normalize())
}

/// The least and the largest λ of a limit or drive.
pub(in crate::cpu::rigid) fn bounds_of(pass: &SolveJoints<'_>, k: usize) -> [f32; 2] {
    let h = pass.frame[0].h;
    let most = pass.rows[k].max_force * h * h;
    let side = pass.lambdas.get(k)[2];
    [
        if side < 0.0 { 0.0 } else { -most },
        if side > 0.0 { 0.0 } else { most },
    ]
}

/// Whether the tree solves a limit or drive.
pub(in crate::cpu::rigid) fn is_in_tree(pass: &SolveJoints<'_>, k: usize) -> bool {
    !pass.rows[k].is(JOINT_EQUAL) && pass.lambdas.get(k)[1] != 0.0
}

/// An equation of a joint.
#[derive(Clone, Copy, Default)]
pub(in crate::cpu::rigid) struct Equation {
    pub(in crate::cpu::rigid) jacobian: JacobianRow,
    /// C + α̃ λ.
    pub(in crate::cpu::rigid) residual: f32,
    /// α̃.
    pub(in crate::cpu::rigid) compliance: f32,
    pub(in crate::cpu::rigid) row_and_axis: [usize; 2],
}

/// Gathers the equations of a joint's equality rows, then of its limits and drives.
pub(in crate::cpu::rigid) fn gather_equations(
    pass: &SolveJoints<'_>,
    joint: &Joint,
    load: &JointLoad,
    block: &Block,
) -> Vec<Equation> {
    let [stage, end, start] =
        [load.stage_time, 1.0, 0.0].map(|part| joint_frames(joint, block, &pass.states, part));
    let mut equations = Vec::new();
    for k in rows(joint).filter(|k| pass.rows[*k].is(JOINT_EQUAL)) {
        let row = pass.rows[k];
        let [now, before] = [&end, &start].map(|frames| row.joint_coordinates(frames));
        for axis in (0..3).filter(|axis| row.axes >> axis & 1 != 0) {
            let rest = row.nearest_angle(row.low, now[axis]);
            let before = row.nearest_angle(before[axis], now[axis]);
            let by = row.spring(pass.frame[0].h, [rest, before], 0.0, 0.0);
            equations.push(Equation {
                jacobian: row.jacobian_row(&stage, Vec3::AXES[axis]),
                residual: now[axis] - by[1] + by[0] * pass.lambdas.get(k)[axis],
                compliance: by[0],
                row_and_axis: [k, axis],
            });
        }
    }
    for k in rows(joint).filter(|k| is_in_tree(pass, *k)) {
        let (found, _) = row_equation(pass, (joint, block), k, load.stage_time);
        let found = found.map(|row| Equation {
            jacobian: row.jacobian,
            residual: row.residual,
            compliance: row.compliance,
            ..Equation::default()
        });
        equations.push(Equation {
            row_and_axis: [k, 0],
            ..found.unwrap_or_default()
        });
    }
    equations
}
