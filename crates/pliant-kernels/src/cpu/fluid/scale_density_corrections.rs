//! Twin of `shaders/fluid/scale_density_corrections.comp`.

use super::{Lists, lists};
use crate::cpu::math::xyz;
use glam::{Vec3, Vec3Swizzles};
use pliant_passes::passes::view::ScaleDensityCorrections;
use pliant_passes::types::TINY;

pub(crate) fn scale_density_corrections(pass: ScaleDensityCorrections<'_>) {
    for s in 0..pass.params.count as usize {
        let p = pass.particles[pass.order[s] as usize] as usize;
        pass.hold[s] = pass.velocity[p][3] * bound(&pass, s);
    }
}

/// Of the matrix Σ g gᵀ/|g|: its diagonal, and xy, yz, zx.
#[derive(Default)]
struct Sum {
    diagonal: Vec3,
    off: Vec3,
}

impl Sum {
    fn add(&mut self, along: Vec3, size: f32) {
        self.diagonal += size * along * along;
        self.off += size * along * along.yzx();
    }
}

/// No eigenvalue of a symmetric matrix is farther from their mean.
fn bound(pass: &ScaleDensityCorrections<'_>, s: usize) -> f32 {
    let volume = pass.sorted_position[s][3];
    let (mut sum, mut own) = (Sum::default(), Vec3::ZERO);
    for beside in lists!(pass).around(s) {
        let size = pass.params.push * beside.u * beside.u;
        if beside.volume > 0.0 {
            sum.add(beside.along, size * volume.abs());
        }
        own -= size * beside.volume.abs() * beside.along;
    }
    if volume > 0.0 {
        own -= pass.params.steep * xyz(pass.walls[s]);
        sum.add(own / own.length().max(TINY), own.length());
    }
    let mean = sum.diagonal.element_sum() / 3.0;
    let rest = sum.diagonal - mean;
    mean + (2.0 / 3.0 * (rest.length_squared() + 2.0 * sum.off.length_squared())).sqrt()
}
