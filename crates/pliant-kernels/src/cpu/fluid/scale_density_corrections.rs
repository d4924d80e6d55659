//! CPU implementation of `shaders/fluid/scale_density_corrections.comp`.

use super::{Neighbours, neighbours};
use crate::cpu::math::xyz;
use crate::views::view::ScaleDensityCorrections;
use glam::{Vec3, Vec3Swizzles};
use pliant_passes::types::TINY;

pub(crate) fn scale_density_corrections(pass: &ScaleDensityCorrections<'_>, s: usize) {
    if s >= pass.params.count as usize {
        return;
    }
    let p = pass.particles[pass.order[s] as usize] as usize;
    pass.correction_scale
        .set(s, pass.velocity[p][3] * eigenvalue_bound(pass, s));
}

/// The matrix Σ g gᵀ/|g|: its diagonal, and xy, yz, zx.
#[derive(Default)]
struct Sum {
    diagonal: Vec3,
    off_diagonal: Vec3,
}

impl Sum {
    fn add(&mut self, direction: Vec3, size: f32) {
        self.diagonal += size * direction * direction;
        self.off_diagonal += size * direction * direction.yzx();
    }
}

/// A bound of the largest eigenvalue: none of a symmetric 3 × 3 matrix differs more from their mean.
fn eigenvalue_bound(pass: &ScaleDensityCorrections<'_>, s: usize) -> f32 {
    let volume = pass.sorted_position[s][3];
    let (mut sum, mut own_gradient) = (Sum::default(), Vec3::ZERO);
    for other in neighbours!(pass).of(s) {
        let size = pass.params.gradient_scale * other.u * other.u;
        if other.volume > 0.0 {
            sum.add(other.direction, size * volume.abs());
        }
        own_gradient -= size * other.volume.abs() * other.direction;
    }
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
