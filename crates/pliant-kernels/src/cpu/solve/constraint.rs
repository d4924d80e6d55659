//! CPU implementation of `shaders/include/constraint.glsl` and `run_constraints.glsl`: what all passes over constraints of one type share.

use crate::cpu::math::{set_xyz, xyz};
use glam::Vec3;
use pliant_passes::types::{
    FEATURE_BUNDLED, FEATURE_FORCES, FEATURE_FUSED, FEATURE_JACOBI, FEATURE_RESIDUAL, Material,
    NONE, SolveParams,
};

/// The buffers of such a pass, except its list of constraints.
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

/// Builds `Rows` from the view of a pass.
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

/// A corner of a constraint before the iteration.
#[derive(Clone, Copy)]
pub(crate) struct Corner {
    pub(crate) particle: u32,
    pub(crate) displacement: Vec3,
    pub(crate) w: f32,
}

impl Rows<'_> {
    /// Runs `project` on a colour, its bundles, a run of small colours, or all constraints.
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

    /// The vector from one corner to another. Differences are taken first, so that it is accurate far from the origin.
    pub(crate) fn between(&self, from: &Corner, to: &Corner) -> Vec3 {
        let at = |c: &Corner| xyz(self.position[c.particle as usize]);
        (at(to) - at(from)) + (to.displacement - from.displacement)
    }

    /// Whether the pass only writes forces.
    pub(crate) fn writes_forces(&self) -> bool {
        self.features & FEATURE_FORCES != 0
    }

    /// λ of a row before this iteration.
    pub(crate) fn load_lambda(&self, row: usize) -> f32 {
        if self.writes_forces() {
            self.lambda[row]
        } else {
            self.params.keep_lambda * self.lambda[row]
        }
    }

    /// Stores λ of a row after this iteration; Jacobi overwrites the λ before the last [Wang15].
    pub(crate) fn store_lambda(&mut self, row: usize, old_lambda: f32, change: f32) {
        let params = self.params;
        if self.writes_forces() {
        } else if self.features & FEATURE_JACOBI == 0 {
            self.lambda[row] = old_lambda + change;
        } else {
            let momentum = old_lambda - params.keep_lambda_before * self.lambda_before[row];
            self.lambda_before[row] =
                old_lambda + params.omega * change + (params.omega - 1.0) * momentum;
        }
    }

    /// Stores the residual of a row: −C − α̃λ, minus the damping term.
    pub(crate) fn store_residual(&mut self, row: usize, r: f32) {
        if self.features & FEATURE_RESIDUAL != 0 {
            self.lambda_before[row] = r;
        }
    }

    /// Applies a correction, for w = 1, to a corner; Jacobi and FORCES store it at `index` instead.
    pub(crate) fn apply_correction(&mut self, index: usize, corner: &Corner, change: Vec3) {
        if self.features & (FEATURE_JACOBI | FEATURE_FORCES) != 0 {
            self.correction[self.params.first_correction as usize + index] = change.to_array();
        } else if corner.particle != NONE {
            set_xyz(
                &mut self.displacement[corner.particle as usize],
                corner.displacement + corner.w * change,
            );
        }
    }

    /// Solves a constraint of four corners and one row with value `c` [MMC16, eqs 18, 26].
    pub(crate) fn solve_row(
        &mut self,
        at: usize,
        corners: &[Corner; 4],
        gradient: &[Vec3; 4],
        c: f32,
        material: u32,
    ) {
        let material = self.materials[material as usize];
        let old_lambda = self.load_lambda(at);
        let of = |f: &dyn Fn(usize) -> f32| (0..4).map(f).sum::<f32>();
        let w = of(&|k| corners[k].w * gradient[k].length_squared());
        let rate = of(&|k| gradient[k].dot(corners[k].displacement));
        let r = -c - material.compliance * old_lambda - material.damping * rate;
        let denominator = (1.0 + material.damping) * w + material.compliance;
        let change = if w > 0.0 {
            self.params.relaxation * material.stiffness * r / denominator
        } else {
            0.0
        };
        self.store_residual(at, r);
        self.store_lambda(at, old_lambda, change);
        let lambda = if self.writes_forces() {
            old_lambda
        } else {
            change
        };
        for (k, corner) in corners.iter().enumerate() {
            self.apply_correction(4 * at + k, corner, lambda * gradient[k]);
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
