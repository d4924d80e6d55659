//! CPU implementation of `shaders/solve/constraint.glsl`: what all passes over constraints of one type share.

use crate::cpu::math::xyz;
use crate::cpu::solve::run_constraints::run_constraints;
use crate::memory::{Read, Shared};
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

/// A pass over constraints of one type, with a row or several for each constraint.
pub(crate) trait Rows {
    fn params(&self) -> &SolveParams;
    fn features(&self) -> u32;
    fn materials(&self) -> &Read<'_, Material>;
    fn position(&self) -> &Read<'_, [f32; 4]>;
    fn displacement(&self) -> &Shared<'_, [f32; 4]>;
    fn lambda(&self) -> &Shared<'_, f32>;
    fn lambda_before(&self) -> &Shared<'_, f32>;
    fn correction(&self) -> &Shared<'_, [f32; 3]>;
    fn ranges(&self) -> &Read<'_, [u32; 3]>;

    /// Runs `project` on the constraints of invocation `own`.
    #[inline]
    fn run(&self, own: usize, project: impl FnMut(usize)) {
        run_constraints(self.params(), self.features(), self.ranges(), own, project);
    }

    #[inline]
    fn corner(&self, particle: u32) -> Corner {
        let i = particle as usize;
        let displacement = self.displacement().get(i);
        Corner {
            particle,
            displacement: xyz(displacement),
            w: displacement[3],
        }
    }

    /// The vector from one corner to another.
    #[inline]
    fn edge_to(&self, from: &Corner, to: &Corner) -> Vec3 {
        let at = |c: &Corner| xyz(self.position()[c.particle as usize]);
        (at(to) - at(from)) + (to.displacement - from.displacement)
    }

    /// Whether the pass only writes forces.
    #[inline]
    fn writes_forces(&self) -> bool {
        self.features() & FEATURE_FORCES != 0
    }

    /// λ of a row before this iteration.
    #[inline]
    fn load_lambda(&self, row: usize) -> f32 {
        if self.writes_forces() {
            self.lambda().get(row)
        } else {
            self.params().keep_lambda * self.lambda().get(row)
        }
    }

    /// Relaxation of a row with these corners and |∇C|².
    #[inline]
    fn relaxation<'a>(
        &self,
        corners: impl IntoIterator<Item = (&'a Corner, f32)>,
        compliance: f32,
    ) -> f32 {
        let params = *self.params();
        if self.features() & FEATURE_JACOBI == 0 {
            return params.relaxation;
        }
        let (mut split, mut unsplit) = (0.0, 0.0);
        for (corner, g2) in corners {
            split += corner.w * g2;
            if corner.w > 0.0 {
                unsplit += g2 / self.position()[corner.particle as usize][3];
            }
        }
        if unsplit > 0.0 {
            row_relaxation(&params, split, unsplit, compliance)
        } else {
            0.0
        }
    }

    /// Stores λ of a row after this iteration.
    #[inline]
    fn store_lambda(&self, row: usize, old_lambda: f32, change: f32) {
        let params = *self.params();
        if self.writes_forces() {
        } else if self.features() & FEATURE_JACOBI == 0 {
            self.lambda().set(row, old_lambda + change);
        } else {
            let momentum = old_lambda - params.keep_lambda_before * self.lambda_before().get(row);
            let next = old_lambda + params.omega * change + (params.omega - 1.0) * momentum;
            self.lambda_before().set(row, next);
        }
    }

    /// Stores the residual of a row.
    #[inline]
    fn store_residual(&self, row: usize, r: f32) {
        if self.features() & FEATURE_RESIDUAL != 0 {
            self.lambda_before().set(row, r);
        }
    }

    /// Applies a correction, for w = 1, to a corner; Jacobi and FORCES store it at `index` instead.
    #[inline]
    fn apply_correction(&self, index: usize, corner: &Corner, change: Vec3) {
        if self.features() & (FEATURE_JACOBI | FEATURE_FORCES) != 0 {
            let at = self.params().first_correction as usize + index;
            self.correction().set(at, change.to_array());
        } else if corner.particle != NONE && corner.w > 0.0 {
            let displacement = corner.displacement + corner.w * change;
            self.displacement()
                .set_xyz(corner.particle as usize, displacement);
        }
    }

    /// Solves a constraint of four corners and one row with value `c` [MMC16, eqs 18, 26].
    #[inline]
    fn solve_row(
        &self,
        at: usize,
        corners: &[Corner; 4],
        gradient: &[Vec3; 4],
        c: f32,
        material: u32,
    ) {
        let material = self.materials()[material as usize];
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

/// Implements [`Rows`] for the view of a pass.
macro_rules! rows {
    ($view:ident) => {
        impl $crate::cpu::solve::constraint::Rows for $view<'_> {
            #[inline]
            fn params(&self) -> &pliant_passes::types::SolveParams {
                &self.params
            }
            #[inline]
            fn features(&self) -> u32 {
                self.features
            }
            #[inline]
            fn materials(&self) -> &$crate::memory::Read<'_, pliant_passes::types::Material> {
                &self.materials
            }
            #[inline]
            fn position(&self) -> &$crate::memory::Read<'_, [f32; 4]> {
                &self.position
            }
            #[inline]
            fn displacement(&self) -> &$crate::memory::Shared<'_, [f32; 4]> {
                &self.displacement
            }
            #[inline]
            fn lambda(&self) -> &$crate::memory::Shared<'_, f32> {
                &self.lambda
            }
            #[inline]
            fn lambda_before(&self) -> &$crate::memory::Shared<'_, f32> {
                &self.lambda_before
            }
            #[inline]
            fn correction(&self) -> &$crate::memory::Shared<'_, [f32; 3]> {
                &self.correction
            }
            #[inline]
            fn ranges(&self) -> &$crate::memory::Read<'_, [u32; 3]> {
                &self.ranges
            }
        }
    };
}
pub(crate) use rows;
