//! Twin of `shaders/include/constraint.glsl` and `run.glsl`: what every pass over constraints of one kind has in common.

use crate::cpu::math::{set_xyz, xyz};
use glam::Vec3;
use pliant_passes::types::{
    FEATURE_BUNDLED, FEATURE_FORCES, FEATURE_FUSED, FEATURE_JACOBI, FEATURE_OPEN, Material, NONE,
    SolveParams,
};

/// The buffers of such a pass, its own list aside.
pub(crate) struct Rows<'a> {
    pub(crate) params: SolveParams,
    pub(crate) features: u32,
    pub(crate) materials: &'a [Material],
    pub(crate) position: &'a [[f32; 4]],
    pub(crate) displacement: &'a mut [[f32; 4]],
    pub(crate) lambda: &'a mut [f32],
    pub(crate) lambda_before: &'a mut [f32],
    pub(crate) correction: &'a mut [[f32; 3]],
    pub(crate) ranges: &'a [[u32; 3]],
}

/// Takes the common buffers out of a pass's view.
macro_rules! rows {
    ($pass:ident) => {
        $crate::cpu::solve::constraint::Rows {
            params: $pass.params,
            features: $pass.features,
            materials: $pass.materials,
            position: $pass.position,
            displacement: $pass.displacement,
            lambda: $pass.lambda,
            lambda_before: $pass.lambda_before,
            correction: $pass.correction,
            ranges: $pass.ranges,
        }
    };
}
pub(crate) use rows;

/// A corner of a constraint as the pass finds it.
#[derive(Clone, Copy)]
pub(crate) struct Corner {
    pub(crate) particle: u32,
    pub(crate) displacement: Vec3,
    pub(crate) w: f32,
}

impl Rows<'_> {
    /// Runs `project` on a colour, bundle by bundle, a run of small colours, or all.
    pub(crate) fn run(&mut self, mut project: impl FnMut(&mut Self, usize)) {
        for [first, count] in colors(&self.params, self.features, self.ranges) {
            for at in first..first + count {
                project(self, at as usize);
            }
        }
    }

    pub(crate) fn corner(&self, particle: u32) -> Corner {
        let i = particle as usize;
        let displacement = xyz(self.displacement[i]);
        Corner {
            particle,
            displacement,
            w: self.displacement[i][3],
        }
    }

    /// From one corner to another, as exactly as near corners allow.
    pub(crate) fn between(&self, from: &Corner, to: &Corner) -> Vec3 {
        let at = |c: &Corner| xyz(self.position[c.particle as usize]);
        (at(to) - at(from)) + (to.displacement - from.displacement)
    }

    /// Whether only forces are wanted.
    pub(crate) fn forces(&self) -> bool {
        self.features & FEATURE_FORCES != 0
    }

    /// λ of a row as this iteration finds it.
    pub(crate) fn held(&self, row: usize) -> f32 {
        if self.forces() {
            self.lambda[row]
        } else {
            self.params.keep * self.lambda[row]
        }
    }

    /// λ of a row as this iteration leaves it [Wang15].
    pub(crate) fn keep(&mut self, row: usize, held: f32, change: f32) {
        let params = self.params;
        if self.forces() {
        } else if self.features & FEATURE_JACOBI == 0 {
            self.lambda[row] = held + change;
        } else {
            let momentum = held - params.keep_before * self.lambda_before[row];
            self.lambda_before[row] =
                held + params.omega * change + (params.omega - 1.0) * momentum;
        }
    }

    /// How far a row is from being solved: −C − α̃λ, less what is damped.
    pub(crate) fn leave_open(&mut self, row: usize, r: f32) {
        if self.features & FEATURE_OPEN != 0 {
            self.lambda_before[row] = r;
        }
    }

    /// A push, for w = 1, on a corner.
    pub(crate) fn give(&mut self, place: usize, corner: &Corner, pushed: Vec3) {
        if self.features & (FEATURE_JACOBI | FEATURE_FORCES) != 0 {
            self.correction[self.params.push as usize + place] = pushed.to_array();
        } else if corner.particle != NONE {
            set_xyz(
                &mut self.displacement[corner.particle as usize],
                corner.displacement + corner.w * pushed,
            );
        }
    }

    /// Solves a constraint of four corners and one λ with value `c` [MMC16, eqs 18, 26].
    pub(crate) fn solve_row(
        &mut self,
        at: usize,
        corners: &[Corner; 4],
        gradient: &[Vec3; 4],
        c: f32,
        material: u32,
    ) {
        let material = self.materials[material as usize];
        let held = self.held(at);
        let of = |f: &dyn Fn(usize) -> f32| (0..4).map(f).sum::<f32>();
        let w = of(&|k| corners[k].w * gradient[k].length_squared());
        let damped = of(&|k| gradient[k].dot(corners[k].displacement));
        let r = -c - material.compliance * held - material.damping * damped;
        let row = (1.0 + material.damping) * w + material.compliance;
        let change = if w > 0.0 {
            self.params.relaxation * material.stiffness * r / row
        } else {
            0.0
        };
        self.leave_open(at, r);
        self.keep(at, held, change);
        let lambda = if self.forces() { held } else { change };
        for (k, corner) in corners.iter().enumerate() {
            self.give(4 * at + k, corner, lambda * gradient[k]);
        }
    }
}

/// The ranges of constraints that a dispatch runs: one colour, or each layer of one or of a run of small ones.
pub(crate) fn colors(params: &SolveParams, features: u32, ranges: &[[u32; 3]]) -> Vec<[u32; 2]> {
    let SolveParams { first, count, .. } = *params;
    if features & (FEATURE_FUSED | FEATURE_BUNDLED) == 0 {
        return vec![[first, count]];
    }
    let colors = if features & FEATURE_FUSED == 0 {
        1
    } else {
        count
    };
    let mut at = first as usize;
    let mut layers = Vec::new();
    for _ in 0..colors {
        let end = at + ranges[at][2] as usize;
        layers.extend(
            ranges[at..end]
                .iter()
                .map(|[first, count, _]| [*first, *count]),
        );
        at = end;
    }
    layers
}
