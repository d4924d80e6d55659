//! Twin of `shaders/solve/bending.comp`, `bending_fused.comp` and `include/bending.glsl`.

use crate::cpu::hinge::bend;
use crate::cpu::math::{set_xyz, wrap_angle, xyz};
use crate::passes::view::{Bending, BendingFused};
use crate::types::{ColorParams, Hinge, Material};
use std::ops::Range;

/// The pools that a hinge works on.
struct Pools<'a> {
    hinges: &'a [Hinge],
    materials: &'a [Material],
    previous: &'a [[f32; 4]],
    position: &'a mut [[f32; 4]],
    lambda: &'a mut [f32],
}

pub(crate) fn bending(pass: Bending<'_>) {
    let Bending {
        params,
        hinges,
        materials,
        previous,
        position,
        lambda,
        ..
    } = pass;
    let mut pools = Pools {
        hinges,
        materials,
        previous,
        position,
        lambda,
    };
    pools.solve(params.first..params.first + params.count, &params);
}

pub(crate) fn bending_fused(pass: BendingFused<'_>) {
    let BendingFused {
        params,
        hinges,
        materials,
        previous,
        position,
        lambda,
        ranges,
        ..
    } = pass;
    let mut pools = Pools {
        hinges,
        materials,
        previous,
        position,
        lambda,
    };
    for [first, count] in &ranges[params.first as usize..(params.first + params.count) as usize] {
        pools.solve(*first..first + count, &params);
    }
}

impl Pools<'_> {
    fn solve(&mut self, hinges: Range<u32>, params: &ColorParams) {
        for at in hinges {
            self.solve_hinge(at as usize, params);
        }
    }

    /// C = φ − rest [MMC16, eqs 18, 26].
    fn solve_hinge(&mut self, at: usize, params: &ColorParams) {
        let hinge = self.hinges[at];
        let corners = [hinge.a, hinge.b, hinge.c, hinge.d].map(|c| c as usize);
        let x = corners.map(|c| self.position[c]);
        let held = params.keep * self.lambda[at];
        self.lambda[at] = held;
        let Some(b) = bend(x.map(xyz)) else { return };
        let w: f32 = (0..4)
            .map(|k| x[k][3] * b.gradient[k].length_squared())
            .sum();
        if w == 0.0 {
            return;
        }
        let material = self.materials[hinge.material as usize];
        let moved: f32 = (0..4)
            .map(|k| b.gradient[k].dot(xyz(x[k]) - xyz(self.previous[corners[k]])))
            .sum();
        let r = -wrap_angle(b.angle - hinge.rest)
            - material.compliance * held
            - material.damping * moved;
        let change = material.stiffness * r / ((1.0 + material.damping) * w + material.compliance);
        self.lambda[at] = held + change;
        for k in 0..4 {
            set_xyz(
                &mut self.position[corners[k]],
                xyz(x[k]) + (x[k][3] * change) * b.gradient[k],
            );
        }
    }
}
