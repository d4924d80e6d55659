//! CPU implementation of `shaders/rigid/joints/articulated.glsl`.

use crate::cpu::rigid::blocks::block::{Block, End, moves};
use crate::cpu::rigid::joints::joint::JacobianRow;
use crate::cpu::rigid::joints::joint_equations::{Equation, gather_equations};
use crate::views::view::SolveJoints;
use glam::{Mat3, Vec3};
use pliant_passes::types::{
    ArticulatedInertia, HELD_TWICE_COMPLIANCE, JOINT_FIRST_A, JOINT_FIRST_B, JOINT_HELD_TWICE,
    JOINT_TOP, JOINT_UPPER_B, Joint, JointEquation, LEAST_INVERSE_MASS, LEAST_PIVOT,
    MOST_EQUATIONS,
};
use std::ops::{Add, Mul, Sub};

const MOST: usize = MOST_EQUATIONS as usize;

#[derive(Debug, Clone, Copy, Default)]
struct SpatialVector {
    linear: Vec3,
    angular: Vec3,
}

impl SpatialVector {
    fn spatial_dot(self, other: Self) -> f32 {
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

fn articulated_inertia(stored: &ArticulatedInertia, end: &End, fresh: bool) -> ArticulatedBody {
    if fresh {
        return ArticulatedBody {
            along: Mat3::from_diagonal(Vec3::splat(end.w)),
            across: Mat3::ZERO,
            about: end.inverse,
            displacement: SpatialVector::default(),
        };
    }
    ArticulatedBody {
        along: Mat3::from_cols_array_2d(&stored.along),
        across: Mat3::from_cols_array_2d(&stored.across),
        about: Mat3::from_cols_array_2d(&stored.about),
        displacement: SpatialVector {
            linear: stored.linear.into(),
            angular: stored.angular.into(),
        },
    }
}

impl ArticulatedBody {
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

/// An equation of a joint and its row of L D Lᵀ.
#[derive(Clone, Copy, Default)]
struct FactoredEquation {
    jacobian: JacobianRow,
    residual: f32,
    compliance: f32,
    row_and_axis: [usize; 2],
    factor_l: [f32; MOST],
    pivot: f32,
    response: SpatialVector,
}

/// Not a `List`: from one, rustc 1.95 optimizes `factor` so that it reads residuals that the calls before replaced.
type Equations = Vec<FactoredEquation>;

impl FactoredEquation {
    fn new(own: Equation) -> Self {
        Self {
            jacobian: own.jacobian,
            residual: own.residual,
            compliance: own.compliance,
            row_and_axis: own.row_and_axis,
            ..Self::default()
        }
    }
}

/// One row of the factorization L D Lᵀ.
fn factor(
    own: &mut FactoredEquation,
    before: &[FactoredEquation],
    at: &[ArticulatedBody; 2],
    block: &Block,
    tree: u32,
) {
    let pushes = on(&own.jacobian);
    let moves = [0, 1].map(|end| at[end].inverse_mass_product(pushes[end]));
    let both_dot = |p: [SpatialVector; 2], q: [SpatialVector; 2]| {
        p[0].spatial_dot(q[0]) + p[1].spatial_dot(q[1])
    };
    let bare = block.row_inverse_mass(&own.jacobian, &own.jacobian) + own.compliance;
    let more = match tree & JOINT_HELD_TWICE != 0 {
        true => HELD_TWICE_COMPLIANCE * bare,
        false => 0.0,
    };
    let whole = both_dot(pushes, moves) + own.compliance + more;
    own.pivot = whole.max(LEAST_INVERSE_MASS * bare);
    own.residual = -own.residual - both_dot(pushes, [at[0].displacement, at[1].displacement]);
    own.response = moves[usize::from(tree & JOINT_UPPER_B != 0)];
    for (k, other) in before.iter().enumerate() {
        let mut value = both_dot(on(&other.jacobian), moves);
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
fn solved(equations: &mut [FactoredEquation]) {
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
pub(in crate::cpu::rigid) fn reduce(
    pass: &SolveJoints<'_>,
    index: usize,
    block: &Block,
    count: usize,
) {
    let joint = pass.joints[index];
    let upper = usize::from(joint.tree & JOINT_UPPER_B != 0);
    let ends = [&block.a, &block.b];
    let fresh = [JOINT_FIRST_A, JOINT_FIRST_B].map(|bit| joint.tree & bit != 0);
    let at = [0, 1].map(|end| {
        articulated_inertia(
            &pass.articulated.get(joint.bodies[end] as usize),
            ends[end],
            fresh[end],
        )
    });
    let mut whole = at[upper];
    let mut equations = if count > 0 {
        let gathered = gather_equations(pass, &joint, &pass.loads.get(index), block);
        gathered.into_iter().map(FactoredEquation::new).collect()
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

/// The impulse of the joints above on the upper body.
fn impulse_above(pass: &SolveJoints<'_>, joint: &Joint) -> SpatialVector {
    if joint.tree & JOINT_TOP != 0 {
        return SpatialVector::default();
    }
    let upper = usize::from(joint.tree & JOINT_UPPER_B != 0);
    let stored = pass.articulated.get(joint.bodies[upper] as usize);
    SpatialVector {
        linear: stored.impulse.into(),
        angular: stored.angular_impulse.into(),
    }
}

/// Change of λ of an equation once the impulses of the joints above are known.
fn change_of(e: &JointEquation, above: SpatialVector) -> f32 {
    let response = SpatialVector {
        linear: e.linear.into(),
        angular: e.angular.into(),
    };
    e.delta_lambda - response.spatial_dot(above)
}

fn add_change(sums: &mut [SpatialVector; 2], jacobian: &JacobianRow, change: f32) {
    let pushes = on(jacobian);
    *sums = [0, 1].map(|end| sums[end] + change * pushes[end]);
}

/// Hands the impulses on the joint's bodies to the joints below.
fn pass_impulses(
    pass: &SolveJoints<'_>,
    joint: &Joint,
    block: &Block,
    above: SpatialVector,
    mut sums: [SpatialVector; 2],
) {
    let upper = usize::from(joint.tree & JOINT_UPPER_B != 0);
    sums[upper] = above + sums[upper];
    let ends = [&block.a, &block.b];
    for end in (0..2).filter(|end| moves(ends[*end])) {
        pass.articulated
            .update(joint.bodies[end] as usize, |stored| {
                stored.impulse = sums[end].linear.to_array();
                stored.angular_impulse = sums[end].angular.to_array();
            });
    }
}

/// The changes of the λ of a joint's equations, which `limit` bounds; their impulses go on to the joints below.
pub(in crate::cpu::rigid) fn limited_changes(
    pass: &SolveJoints<'_>,
    index: usize,
    block: &Block,
    count: usize,
    mut limit: impl FnMut(usize, f32) -> f32,
) -> Vec<Change> {
    let joint = pass.joints[index];
    let above = impulse_above(pass, &joint);
    let mut sums = [SpatialVector::default(); 2];
    let mut changes = Vec::with_capacity(count);
    for j in 0..count {
        let e = pass.equations.get(MOST * index + j);
        let jacobian = JacobianRow {
            direction: e.direction.into(),
            angular: [e.angular_a.into(), e.angular_b.into()],
        };
        let change = limit(e.row as usize, change_of(&e, above));
        add_change(&mut sums, &jacobian, change);
        changes.push(Change {
            row: e.row as usize,
            axis: e.axis as usize,
            jacobian,
            by: change,
        });
    }
    pass_impulses(pass, &joint, block, above, sums);
    changes
}

/// Change of the λ of an equation.
pub(in crate::cpu::rigid) struct Change {
    pub(in crate::cpu::rigid) row: usize,
    pub(in crate::cpu::rigid) axis: usize,
    pub(in crate::cpu::rigid) jacobian: JacobianRow,
    pub(in crate::cpu::rigid) by: f32,
}
