//! Twin of `shaders/include/fold.glsl` and `equations.glsl`.

use super::block::{Block, End};
use super::solve_contacts::moves;
use super::stance::{Lever, Stance, rows};
use crate::cpu::rigid::stance::RowAxes;
use glam::{Mat3, Vec3};
use pliant_passes::passes::view::SolveJoints;
use pliant_passes::types::{
    JOINT_EQUAL, JOINT_FRESH_A, JOINT_FRESH_B, JOINT_TOP, JOINT_UPPER_B, Joint, JointEquation,
    JointLoad, LEAST_INVERSE_MASS, LEAST_PIVOT, MOST_EQUATIONS, RigidFold,
};
use std::ops::{Add, Mul, Sub};

const MOST: usize = MOST_EQUATIONS as usize;

#[derive(Debug, Clone, Copy, Default)]
struct Screw {
    linear: Vec3,
    angular: Vec3,
}

impl Screw {
    fn dot(self, other: Self) -> f32 {
        self.linear.dot(other.linear) + self.angular.dot(other.angular)
    }
}

impl Add for Screw {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            linear: self.linear + other.linear,
            angular: self.angular + other.angular,
        }
    }
}

impl Mul<Screw> for f32 {
    type Output = Screw;
    fn mul(self, screw: Screw) -> Screw {
        Screw {
            linear: self * screw.linear,
            angular: self * screw.angular,
        }
    }
}

impl Sub for Screw {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -1.0 * other
    }
}

/// What λ of a row pushes both bodies by.
fn on(lever: &Lever) -> [Screw; 2] {
    let [a, b] = lever.turns;
    [(lever.push, a), (-lever.push, -b)].map(|(linear, angular)| Screw { linear, angular })
}

/// A body with what hangs on it so far.
#[derive(Clone, Copy)]
struct Folded {
    along: Mat3,
    across: Mat3,
    about: Mat3,
    displacement: Screw,
}

impl Folded {
    fn new(fold: &RigidFold, end: &End, fresh: bool) -> Self {
        if fresh {
            return Self {
                along: Mat3::from_diagonal(Vec3::splat(end.w)),
                across: Mat3::ZERO,
                about: end.inverse,
                displacement: Screw::default(),
            };
        }
        Self {
            along: Mat3::from_cols_array_2d(&fold.along),
            across: Mat3::from_cols_array_2d(&fold.across),
            about: Mat3::from_cols_array_2d(&fold.about),
            displacement: Screw {
                linear: fold.linear.into(),
                angular: fold.angular.into(),
            },
        }
    }

    /// How a push moves it.
    fn answer(&self, p: Screw) -> Screw {
        Screw {
            linear: self.along * p.linear + self.across * p.angular,
            angular: self.across.transpose() * p.linear + self.about * p.angular,
        }
    }

    /// What an equation takes from how pushes move it.
    fn take(&mut self, r: Screw, by: f32, change: f32) {
        let outer = |p: Vec3, q: Vec3| Mat3::from_cols(p * q.x, p * q.y, p * q.z);
        self.along -= by * outer(r.linear, r.linear);
        self.across -= by * outer(r.linear, r.angular);
        self.about -= by * outer(r.angular, r.angular);
        self.displacement = self.displacement + by * change * r;
    }

    fn keep(&self, fold: &mut RigidFold) {
        fold.along = self.along.to_cols_array_2d();
        fold.across = self.across.to_cols_array_2d();
        fold.about = self.about.to_cols_array_2d();
        fold.linear = self.displacement.linear.to_array();
        fold.angular = self.displacement.angular.to_array();
    }
}

/// An equation while its joint is folded: C + α̃ λ, α̃, its row and axis, then those of LDLᵀ.
#[derive(Clone, Copy, Default)]
struct Equation {
    lever: Lever,
    left: f32,
    soft: f32,
    place: [usize; 2],
    under: [f32; MOST],
    pivot: f32,
    reach: Screw,
}

/// Rows that hold their numbers.
fn gather(pass: &SolveJoints<'_>, joint: &Joint, load: &JointLoad, block: &Block) -> Vec<Equation> {
    let [way, end, start] =
        [load.late, 1.0, 0.0].map(|part| Stance::new(joint, block, pass.states, part));
    let mut equations = Vec::new();
    for k in rows(joint).filter(|k| pass.rows[*k].is(JOINT_EQUAL)) {
        let row = pass.rows[k];
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
                ..Equation::default()
            });
        }
    }
    equations
}

/// A row of LDLᵀ; what others hold already is left to them.
fn factor(own: &mut Equation, before: &[Equation], at: &[Folded; 2], block: &Block, upper: usize) {
    let pushes = on(&own.lever);
    let moves = [0, 1].map(|end| at[end].answer(pushes[end]));
    let both = |p: [Screw; 2], q: [Screw; 2]| p[0].dot(q[0]) + p[1].dot(q[1]);
    let alone = block.coupled(&own.lever, &own.lever) + own.soft;
    own.pivot = (both(pushes, moves) + own.soft).max(LEAST_INVERSE_MASS * alone);
    own.left = -own.left - both(pushes, [at[0].displacement, at[1].displacement]);
    own.reach = moves[upper];
    for (k, other) in before.iter().enumerate() {
        let mut value = both(on(&other.lever), moves);
        for (i, third) in before[..k].iter().enumerate() {
            value -= own.under[i] * other.under[i] * third.pivot;
        }
        own.under[k] = if other.pivot > 0.0 {
            value / other.pivot
        } else {
            0.0
        };
        own.pivot -= own.under[k] * own.under[k] * other.pivot;
        own.left -= own.under[k] * other.left;
        own.reach = own.reach - own.under[k] * other.reach;
    }
    if own.pivot <= LEAST_PIVOT * alone {
        own.pivot = 0.0;
    }
}

/// What each equation's λ changes by, and what pushes on the upper body take from that.
fn solved(equations: &mut [Equation]) {
    for j in (0..equations.len()).rev() {
        let (before, after) = equations.split_at_mut(j + 1);
        let own = &mut before[j];
        let by = if own.pivot > 0.0 {
            1.0 / own.pivot
        } else {
            0.0
        };
        own.left *= by;
        own.reach = by * own.reach;
        for other in after.iter().filter(|_| by > 0.0) {
            own.left -= other.under[j] * other.left;
            own.reach = own.reach - other.under[j] * other.reach;
        }
    }
}

/// Folds what hangs on the lower body, and the joint, into the upper one.
pub(super) fn fold(pass: &mut SolveJoints<'_>, index: usize, block: &Block, count: usize) {
    let joint = pass.joints[index];
    let upper = usize::from(joint.tree & JOINT_UPPER_B != 0);
    let ends = [&block.a, &block.b];
    let fresh = [JOINT_FRESH_A, JOINT_FRESH_B].map(|bit| joint.tree & bit != 0);
    let at = [0, 1].map(|end| {
        Folded::new(
            &pass.folds[joint.bodies[end] as usize],
            ends[end],
            fresh[end],
        )
    });
    let mut whole = at[upper];
    let mut equations = if count > 0 {
        gather(pass, &joint, &pass.loads[index], block)
    } else {
        Vec::new()
    };
    for j in 0..count {
        let (before, own) = equations.split_at_mut(j);
        factor(&mut own[0], before, &at, block, upper);
        if own[0].pivot > 0.0 {
            whole.take(own[0].reach, 1.0 / own[0].pivot, own[0].left);
        }
    }
    solved(&mut equations);
    for (done, own) in pass.equations[MOST * index..].iter_mut().zip(&equations) {
        *done = JointEquation {
            push: own.lever.push.to_array(),
            turn_a: own.lever.turns[0].to_array(),
            turn_b: own.lever.turns[1].to_array(),
            change: own.left,
            linear: own.reach.linear.to_array(),
            angular: own.reach.angular.to_array(),
            row: own.place[0] as u32,
            axis: own.place[1] as u32,
        };
    }
    if moves(ends[upper]) {
        whole.keep(&mut pass.folds[joint.bodies[upper] as usize]);
    }
}

/// Pushes by what an equation is once the joints nearer to the root are known.
pub(super) fn give(
    pass: &mut SolveJoints<'_>,
    index: usize,
    block: &mut Block,
    load: &mut JointLoad,
    count: usize,
) {
    let joint = pass.joints[index];
    let upper = usize::from(joint.tree & JOINT_UPPER_B != 0);
    let mut above = Screw::default();
    if joint.tree & JOINT_TOP == 0 {
        let fold = &pass.folds[joint.bodies[upper] as usize];
        above.linear = fold.pushed.into();
        above.angular = fold.spun.into();
    }
    let mut sums = [Screw::default(); 2];
    for e in &pass.equations[MOST * index..][..count] {
        let lever = Lever {
            push: e.push.into(),
            turns: [e.turn_a.into(), e.turn_b.into()],
        };
        let reach = Screw {
            linear: e.linear.into(),
            angular: e.angular.into(),
        };
        let change = e.change - reach.dot(above);
        block.shove(&lever, change, load);
        pass.lambdas[e.row as usize][e.axis as usize] += change;
        let pushes = on(&lever);
        sums = [0, 1].map(|end| sums[end] + change * pushes[end]);
    }
    sums[upper] = above + sums[upper];
    let ends = [&block.a, &block.b];
    for end in (0..2).filter(|end| moves(ends[*end])) {
        let fold = &mut pass.folds[joint.bodies[end] as usize];
        fold.pushed = sums[end].linear.to_array();
        fold.spun = sums[end].angular.to_array();
    }
}
