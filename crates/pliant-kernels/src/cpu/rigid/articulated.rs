//! CPU implementation of `shaders/include/articulated.glsl` and `joint_equations.glsl`.

use super::block::{Block, End};
use super::joint::{JacobianRow, JointFrames, rows};
use super::joint_rows::{is_in_tree, row_equation};
use super::solve_contacts::moves;
use crate::cpu::rigid::joint::RowEquations;
use crate::views::view::SolveJoints;
use glam::{Mat3, Vec3};
use pliant_passes::types::{
    ArticulatedInertia, HELD_TWICE_COMPLIANCE, JOINT_EQUAL, JOINT_FIRST_A, JOINT_FIRST_B,
    JOINT_HELD_TWICE, JOINT_TOP, JOINT_UPPER_B, Joint, JointEquation, JointLoad,
    LEAST_INVERSE_MASS, LEAST_PIVOT, MOST_EQUATIONS,
};
use std::ops::{Add, Mul, Sub};

const MOST: usize = MOST_EQUATIONS as usize;

#[derive(Debug, Clone, Copy, Default)]
struct SpatialVector {
    linear: Vec3,
    angular: Vec3,
}

impl SpatialVector {
    fn dot(self, other: Self) -> f32 {
        self.linear.dot(other.linear) + self.angular.dot(other.angular)
    }
}

impl Add for SpatialVector {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            linear: self.linear + other.linear,
            angular: self.angular + other.angular,
        }
    }
}

impl Mul<SpatialVector> for f32 {
    type Output = SpatialVector;
    fn mul(self, spatial: SpatialVector) -> SpatialVector {
        SpatialVector {
            linear: self * spatial.linear,
            angular: self * spatial.angular,
        }
    }
}

impl Sub for SpatialVector {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -1.0 * other
    }
}

/// Impulses on both bodies by a unit λ of a row.
fn on(jacobian: &JacobianRow) -> [SpatialVector; 2] {
    let [a, b] = jacobian.angular;
    [(jacobian.direction, a), (-jacobian.direction, -b)]
        .map(|(linear, angular)| SpatialVector { linear, angular })
}

/// Articulated inertia of a body so far.
#[derive(Clone, Copy)]
struct ArticulatedBody {
    along: Mat3,
    across: Mat3,
    about: Mat3,
    displacement: SpatialVector,
}

impl ArticulatedBody {
    fn new(stored: &ArticulatedInertia, end: &End, fresh: bool) -> Self {
        if fresh {
            return Self {
                along: Mat3::from_diagonal(Vec3::splat(end.w)),
                across: Mat3::ZERO,
                about: end.inverse,
                displacement: SpatialVector::default(),
            };
        }
        Self {
            along: Mat3::from_cols_array_2d(&stored.along),
            across: Mat3::from_cols_array_2d(&stored.across),
            about: Mat3::from_cols_array_2d(&stored.about),
            displacement: SpatialVector {
                linear: stored.linear.into(),
                angular: stored.angular.into(),
            },
        }
    }

    /// M⁻¹ p.
    fn inverse_mass_product(&self, p: SpatialVector) -> SpatialVector {
        SpatialVector {
            linear: self.along * p.linear + self.across * p.angular,
            angular: self.across.transpose() * p.linear + self.about * p.angular,
        }
    }

    /// Rank-1 update by an equation.
    fn subtract_rank_one(&mut self, r: SpatialVector, by: f32, change: f32) {
        let outer = |p: Vec3, q: Vec3| Mat3::from_cols(p * q.x, p * q.y, p * q.z);
        self.along -= by * outer(r.linear, r.linear);
        self.across -= by * outer(r.linear, r.angular);
        self.about -= by * outer(r.angular, r.angular);
        self.displacement = self.displacement + by * change * r;
    }

    fn store(&self, stored: &mut ArticulatedInertia) {
        stored.along = self.along.to_cols_array_2d();
        stored.across = self.across.to_cols_array_2d();
        stored.about = self.about.to_cols_array_2d();
        stored.linear = self.displacement.linear.to_array();
        stored.angular = self.displacement.angular.to_array();
    }
}

/// An equation of a joint: C + α̃ λ, α̃, its row and axis, then its row of L D Lᵀ.
#[derive(Clone, Copy, Default)]
struct Equation {
    jacobian: JacobianRow,
    residual: f32,
    compliance: f32,
    row_and_axis: [usize; 2],
    factor_l: [f32; MOST],
    pivot: f32,
    response: SpatialVector,
}

/// Not a `List`: from one, rustc 1.95 optimizes `factor` so that it reads residuals that the calls before replaced.
type Equations = Vec<Equation>;

/// Gathers the equations of a joint's equality rows, then of its limits and drives.
fn gather_equations(
    pass: &SolveJoints<'_>,
    joint: &Joint,
    load: &JointLoad,
    block: &Block,
) -> Equations {
    let [stage, end, start] =
        [load.stage_time, 1.0, 0.0].map(|part| JointFrames::new(joint, block, &pass.states, part));
    let mut equations = Equations::new();
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
                ..Equation::default()
            });
        }
    }
    for k in rows(joint).filter(|k| is_in_tree(pass, *k)) {
        let (found, _) = row_equation(pass, (joint, block), k, load.stage_time);
        // Held rows have moved the bodies since this one was chosen; one that does nothing any more is zero.
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

/// One row of the factorization L D Lᵀ. A redundant equation gets no pivot.
fn factor(
    own: &mut Equation,
    before: &[Equation],
    at: &[ArticulatedBody; 2],
    block: &Block,
    tree: u32,
) {
    let pushes = on(&own.jacobian);
    let moves = [0, 1].map(|end| at[end].inverse_mass_product(pushes[end]));
    let spatial_dot =
        |p: [SpatialVector; 2], q: [SpatialVector; 2]| p[0].dot(q[0]) + p[1].dot(q[1]);
    let bare = block.row_inverse_mass(&own.jacobian, &own.jacobian) + own.compliance;
    let more = match tree & JOINT_HELD_TWICE != 0 {
        true => HELD_TWICE_COMPLIANCE * bare,
        false => 0.0,
    };
    let whole = spatial_dot(pushes, moves) + own.compliance + more;
    own.pivot = whole.max(LEAST_INVERSE_MASS * bare);
    own.residual = -own.residual - spatial_dot(pushes, [at[0].displacement, at[1].displacement]);
    own.response = moves[usize::from(tree & JOINT_UPPER_B != 0)];
    for (k, other) in before.iter().enumerate() {
        let mut value = spatial_dot(on(&other.jacobian), moves);
        for (i, third) in before[..k].iter().enumerate() {
            value -= own.factor_l[i] * other.factor_l[i] * third.pivot;
        }
        own.factor_l[k] = if other.pivot > 0.0 {
            value / other.pivot
        } else {
            0.0
        };
        own.pivot -= own.factor_l[k] * own.factor_l[k] * other.pivot;
        own.residual -= own.factor_l[k] * other.residual;
        own.response = own.response - own.factor_l[k] * other.response;
    }
    if own.pivot <= LEAST_PIVOT * bare {
        own.pivot = 0.0;
    }
}

/// Solves for the change of each λ, and for the response of it to impulses on the upper body.
fn solved(equations: &mut [Equation]) {
    for j in (0..equations.len()).rev() {
        let (before, after) = equations.split_at_mut(j + 1);
        let own = &mut before[j];
        let by = if own.pivot > 0.0 {
            1.0 / own.pivot
        } else {
            0.0
        };
        own.residual *= by;
        own.response = by * own.response;
        for other in after.iter().filter(|_| by > 0.0) {
            own.residual -= other.factor_l[j] * other.residual;
            own.response = own.response - other.factor_l[j] * other.response;
        }
    }
}

/// Reduces the lower body and the joint into the upper body.
pub(super) fn reduce(pass: &SolveJoints<'_>, index: usize, block: &Block, count: usize) {
    let joint = pass.joints[index];
    let upper = usize::from(joint.tree & JOINT_UPPER_B != 0);
    let ends = [&block.a, &block.b];
    let fresh = [JOINT_FIRST_A, JOINT_FIRST_B].map(|bit| joint.tree & bit != 0);
    let at = [0, 1].map(|end| {
        ArticulatedBody::new(
            &pass.articulated.get(joint.bodies[end] as usize),
            ends[end],
            fresh[end],
        )
    });
    let mut whole = at[upper];
    let mut equations = if count > 0 {
        gather_equations(pass, &joint, &pass.loads.get(index), block)
    } else {
        Equations::new()
    };
    for j in 0..count {
        let (before, own) = equations.split_at_mut(j);
        factor(&mut own[0], before, &at, block, joint.tree);
        if own[0].pivot > 0.0 {
            whole.subtract_rank_one(own[0].response, 1.0 / own[0].pivot, own[0].residual);
        }
    }
    solved(&mut equations);
    for (j, own) in equations.iter().enumerate() {
        let done = JointEquation {
            direction: own.jacobian.direction.to_array(),
            angular_a: own.jacobian.angular[0].to_array(),
            angular_b: own.jacobian.angular[1].to_array(),
            delta_lambda: own.residual,
            linear: own.response.linear.to_array(),
            angular: own.response.angular.to_array(),
            row: own.row_and_axis[0] as u32,
            axis: own.row_and_axis[1] as u32,
        };
        pass.equations.set(MOST * index + j, done);
    }
    if moves(ends[upper]) {
        let upper = joint.bodies[upper] as usize;
        pass.articulated.update(upper, |stored| whole.store(stored));
    }
}

/// The equations of a joint with the changes of their λ, once the impulses of the joints above are known. Hands the impulses on to the
/// joints below; `limit` bounds the change of a row's λ.
pub(super) fn back_substitute(
    pass: &SolveJoints<'_>,
    index: usize,
    block: &Block,
    count: usize,
    mut limit: impl FnMut(usize, f32) -> f32,
) -> Vec<Change> {
    let joint = pass.joints[index];
    let upper = usize::from(joint.tree & JOINT_UPPER_B != 0);
    let mut above = SpatialVector::default();
    if joint.tree & JOINT_TOP == 0 {
        let stored = pass.articulated.get(joint.bodies[upper] as usize);
        above.linear = stored.impulse.into();
        above.angular = stored.angular_impulse.into();
    }
    let mut sums = [SpatialVector::default(); 2];
    let mut changes = Vec::with_capacity(count);
    for j in 0..count {
        let e = pass.equations.get(MOST * index + j);
        let jacobian = JacobianRow {
            direction: e.direction.into(),
            angular: [e.angular_a.into(), e.angular_b.into()],
        };
        let response = SpatialVector {
            linear: e.linear.into(),
            angular: e.angular.into(),
        };
        let change = limit(e.row as usize, e.delta_lambda - response.dot(above));
        let pushes = on(&jacobian);
        sums = [0, 1].map(|end| sums[end] + change * pushes[end]);
        changes.push(Change {
            row: e.row as usize,
            axis: e.axis as usize,
            jacobian,
            by: change,
        });
    }
    sums[upper] = above + sums[upper];
    let ends = [&block.a, &block.b];
    for end in (0..2).filter(|end| moves(ends[*end])) {
        pass.articulated
            .update(joint.bodies[end] as usize, |stored| {
                stored.impulse = sums[end].linear.to_array();
                stored.angular_impulse = sums[end].angular.to_array();
            });
    }
    changes
}

/// Change of the λ of an equation.
pub(super) struct Change {
    pub(super) row: usize,
    pub(super) axis: usize,
    pub(super) jacobian: JacobianRow,
    pub(super) by: f32,
}
