//! CPU implementation of `shaders/fluid/scale_density_corrections.comp`.

use super::by_blocks;
use crate::cpu::fluid::neighbours::Neighbours;
use crate::cpu::lanes::{Eight, Vec3s, eight};
use crate::cpu::math::xyz;
use crate::views::view::ScaleDensityCorrections;
use glam::{Vec3, Vec3Swizzles};
use pliant_passes::types::TINY;
use std::ops::Range;

pub(crate) fn scale_density_corrections(pass: &ScaleDensityCorrections<'_>, points: Range<usize>) {
    let inverse_mass = |s: usize| {
        let p = pass.particles[pass.order[s] as usize];
        pass.velocity[p as usize][3]
    };
    by_blocks(points, pass.params.count, inverse_mass, |s, w| {
        pass.correction_scale.set(s, w * eigenvalue_bound(pass, s));
    });
}

/// The matrix Σ g gᵀ/|g|: its diagonal, and xy, yz, zx.
struct Sum<V> {
    diagonal: V,
    off_diagonal: V,
}

impl Sum<Vec3> {
    fn add(&mut self, direction: Vec3, size: f32) {
        self.diagonal += size * direction * direction;
        self.off_diagonal += size * direction * direction.yzx();
    }
}

impl Sum<Vec3s<Eight>> {
    #[inline(always)]
    fn add(&mut self, Vec3s { x, y, z }: Vec3s<Eight>, size: Eight) {
        let [sx, sy, sz] = [x, y, z].map(|component| size * component);
        let vector = |x, y, z| Vec3s { x, y, z };
        self.diagonal += vector(sx * x, sy * y, sz * z);
        self.off_diagonal += vector(sx * y, sy * z, sz * x);
    }
}

/// A bound of the largest eigenvalue: none of a symmetric 3 × 3 matrix differs more from their mean.
#[inline(always)]
fn eigenvalue_bound(pass: &ScaleDensityCorrections<'_>, s: usize) -> f32 {
    let volume = pass.lists.sorted_position[s][3];
    let mut sums = Sum {
        diagonal: Vec3s::ZERO,
        off_diagonal: Vec3s::ZERO,
    };
    let mut gradients = Vec3s::ZERO;
    let (scale, own_volume) = (pass.params.gradient_scale, volume.abs());
    let list = Neighbours::new(&pass.lists, pass.params).eights(s);
    for first in list.firsts() {
        let others = list.group(first);
        let size = eight(scale) * others.u * others.u;
        let fluid = others.volume.simd_gt(Eight::ZERO);
        sums.add(others.direction, fluid & (size * eight(own_volume)));
        gradients += others.direction * (size * others.volume.abs());
    }
    let mut own_gradient = -gradients.sum();
    let mut sum = Sum {
        diagonal: sums.diagonal.sum(),
        off_diagonal: sums.off_diagonal.sum(),
    };
    if volume > 0.0 {
        own_gradient -= pass.params.boundary_force_scale * xyz(pass.sorted_boundary[s]);
        sum.add(
            own_gradient / own_gradient.length().max(TINY),
            own_gradient.length(),
        );
    }
    let mean = sum.diagonal.element_sum() / 3.0;
    let deviation = sum.diagonal - mean;
    mean + (2.0 / 3.0 * (deviation.length_squared() + 2.0 * sum.off_diagonal.length_squared()))
        .sqrt()
}
