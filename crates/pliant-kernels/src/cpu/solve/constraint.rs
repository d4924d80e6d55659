//! CPU implementation of `shaders/solve/constraint.glsl`: what all passes over constraints of one type share.

use crate::cpu::math::xyz;
use crate::cpu::solve::run_constraints::run_constraints;
use crate::views::group::ConstraintRows;
use glam::Vec3;
use pliant_passes::types::{
    FEATURE_FORCES, FEATURE_JACOBI, FEATURE_RESIDUAL, Material, NONE, SolveParams,
};

/// A corner of a constraint before the iteration.
#[derive(Clone, Copy)]
pub(crate) struct Corner {
    pub(crate) particle: u32,
    pub(crate) displacement: Vec3,
    pub(crate) w: f32,
}

/// The constraints of one type in a pass, with a row or several for each constraint.
pub(crate) struct Rows<'a> {
    // A copy, which takes a load less than a reference for each access.
    slots: ConstraintRows<'a>,
    params: &'a SolveParams,
    features: u32,
}

// Methods that every constraint calls are inlined in any case: as calls, they cost bending a quarter of its time.
impl<'a> Rows<'a> {
    #[inline]
    pub(crate) fn new(
        slots: &'a ConstraintRows<'a>,
        params: &'a SolveParams,
        features: u32,
    ) -> Self {
        Self {
            slots: *slots,
            params,
            features,
        }
    }

    /// The position of a particle at the start of the substep, and its inverse mass.
    #[inline(always)]
    pub(crate) fn position(&self, particle: u32) -> [f32; 4] {
        self.slots.position[particle as usize]
    }

    /// A row of the material pool.
    #[inline(always)]
    pub(crate) fn material(&self, row: u32) -> Material {
        self.slots.materials[row as usize]
    }

    /// Runs `project` on the constraints of invocation `own`.
    #[inline]
    pub(crate) fn run(&self, own: usize, project: impl FnMut(usize)) {
        run_constraints(self.params, self.features, &self.slots.ranges, own, project);
    }

    #[inline(always)]
    pub(crate) fn corner(&self, particle: u32) -> Corner {
        let i = particle as usize;
        let displacement = self.slots.displacement.get(i);
        Corner {
            particle,
            displacement: xyz(displacement),
            w: displacement[3],
        }
    }

    /// The vector from one corner to another.
    #[inline(always)]
    pub(crate) fn edge_to(&self, from: &Corner, to: &Corner) -> Vec3 {
        let at = |c: &Corner| xyz(self.position(c.particle));
        (at(to) - at(from)) + (to.displacement - from.displacement)
    }

    /// Whether the pass only writes forces.
    #[inline]
    pub(crate) fn writes_forces(&self) -> bool {
        self.features & FEATURE_FORCES != 0
    }

    /// λ of a row before this iteration.
    #[inline(always)]
    pub(crate) fn load_lambda(&self, row: usize) -> f32 {
        if self.writes_forces() {
            self.slots.lambda.get(row)
        } else {
            self.params.keep_lambda * self.slots.lambda.get(row)
        }
    }

    /// Relaxation of a row with these corners and |∇C|².
    #[inline(always)]
    pub(crate) fn relaxation<'b>(
        &self,
        corners: impl IntoIterator<Item = (&'b Corner, f32)>,
        compliance: f32,
    ) -> f32 {
        let params = self.params;
        if self.features & FEATURE_JACOBI == 0 {
            return params.relaxation;
        }
        let (mut split, mut unsplit) = (0.0, 0.0);
        for (corner, g2) in corners {
            split += corner.w * g2;
            if corner.w > 0.0 {
                unsplit += g2 / self.position(corner.particle)[3];
            }
        }
        if unsplit > 0.0 {
            row_relaxation(params, split, unsplit, compliance)
        } else {
            0.0
        }
    }

    /// Stores λ of a row after this iteration.
    #[inline(always)]
    pub(crate) fn store_lambda(&self, row: usize, old_lambda: f32, change: f32) {
        let params = self.params;
        if self.writes_forces() {
        } else if self.features & FEATURE_JACOBI == 0 {
            self.slots.lambda.set(row, old_lambda + change);
        } else {
            let momentum =
                old_lambda - params.keep_lambda_before * self.slots.lambda_before.get(row);
            let next = old_lambda + params.omega * change + (params.omega - 1.0) * momentum;
            self.slots.lambda_before.set(row, next);
        }
    }

    /// Stores the residual of a row.
    #[inline(always)]
    pub(crate) fn store_residual(&self, row: usize, r: f32) {
        if self.features & FEATURE_RESIDUAL != 0 {
            self.slots.lambda_before.set(row, r);
        }
    }

    /// Applies a correction, for w = 1, to a corner; Jacobi and FORCES store it at `index` instead.
    #[inline(always)]
    pub(crate) fn apply_correction(&self, index: usize, corner: &Corner, change: Vec3) {
        if self.features & (FEATURE_JACOBI | FEATURE_FORCES) != 0 {
            let at = self.params.first_correction as usize + index;
            self.slots.correction.set(at, change.to_array());
        } else if corner.particle != NONE && corner.w > 0.0 {
            let displacement = corner.displacement + corner.w * change;
            self.slots
                .displacement
                .set_xyz(corner.particle as usize, displacement);
        }
    }

    /// Solves a constraint of four corners and one row with value `c` [MMC16, eqs 18, 26].
    #[inline(always)]
    pub(crate) fn solve_row(
        &self,
        at: usize,
        corners: &[Corner; 4],
        gradient: &[Vec3; 4],
        c: f32,
        material: u32,
    ) {
        let material = self.material(material);
        let old_lambda = self.load_lambda(at);
        let (mut w, mut rate) = (0.0, 0.0);
        for (corner, g) in corners.iter().zip(gradient) {
            w += corner.w * g.length_squared();
            rate += g.dot(corner.displacement);
        }
        let r = -c - material.compliance * old_lambda - material.damping * rate;
        let denominator = (1.0 + material.damping) * w + material.compliance;
        let change = if w > 0.0 {
            let g2 = gradient.map(Vec3::length_squared);
            let compliance = material.compliance / (1.0 + material.damping);
            let relaxation = self.relaxation(corners.iter().zip(g2), compliance);
            relaxation * material.stiffness * r / denominator
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

/// Relaxation of a row with Σ w |∇C|² of split and of unsplit w.
#[inline]
fn row_relaxation(params: &SolveParams, split: f32, unsplit: f32, compliance: f32) -> f32 {
    let alone = params.lone_relaxation * (2.0 * split + compliance) / (2.0 * unsplit + compliance);
    params.relaxation.min(alone)
}
