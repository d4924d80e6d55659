//! CPU implementation of `shaders/solve/split_masses.comp`.

use super::{other, slots_of};
use crate::cpu::math::{with_w, xyz};
use crate::views::view::SplitMasses;
use glam::{Vec3, Vec3Swizzles};
use pliant_passes::types::FEATURE_CORNERS;

pub(crate) fn split_masses(pass: &SplitMasses<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let x = xyz(pass.position[i]) + pass.displacement.xyz(i);
    let (mut diagonal, mut off_diagonal) = (Vec3::ZERO, Vec3::ZERO);
    for at in slots_of(pass.slices, i) {
        let far_end = other(pass.slots[at].other);
        let d = x - (xyz(pass.position[far_end]) + pass.displacement.xyz(far_end));
        let l2 = d.length_squared();
        let scale = if l2 > 0.0 { 1.0 / l2 } else { 0.0 };
        diagonal += scale * d * d;
        off_diagonal += scale * d * d.yzx();
    }
    let corners = if pass.features & FEATURE_CORNERS == 0 {
        0
    } else {
        pass.corner_starts[i + 1] - pass.corner_starts[i]
    };
    let s = (largest_eigenvalue(diagonal, off_diagonal) + corners as f32).max(1.0);
    let w = pass.displacement.w(i) * s;
    pass.displacement.set_w(i, w);
    pass.current_position.set(i, with_w(x, w));
}

/// Largest eigenvalue of the symmetric matrix with this diagonal and these (xy, yz, zx): the trigonometric solution.
fn largest_eigenvalue(diagonal: Vec3, off_diagonal: Vec3) -> f32 {
    let mean = (diagonal.x + diagonal.y + diagonal.z) / 3.0;
    let d = diagonal - mean;
    let p = ((d.length_squared() + 2.0 * off_diagonal.length_squared()) / 6.0).sqrt();
    if p <= 1e-6 * mean {
        return mean;
    }
    let det = d.x * (d.y * d.z - off_diagonal.y * off_diagonal.y)
        - off_diagonal.x * (off_diagonal.x * d.z - off_diagonal.y * off_diagonal.z)
        + off_diagonal.z * (off_diagonal.x * off_diagonal.y - d.y * off_diagonal.z);
    let c = (det / (2.0 * p * p * p)).clamp(-1.0, 1.0);
    mean + 2.0 * p * pliant_math::cos(pliant_math::acos(c) / 3.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eigenvalues_of_known_matrices() {
        assert!((largest_eigenvalue(Vec3::new(3.0, 1.0, 2.0), Vec3::ZERO) - 3.0).abs() < 1e-6);
        assert!((largest_eigenvalue(Vec3::ONE, Vec3::ONE) - 3.0).abs() < 1e-6);
        assert!(
            (largest_eigenvalue(Vec3::new(2.0, 2.0, 0.0), Vec3::new(1.0, 0.0, 0.0)) - 3.0).abs()
                < 1e-6
        );
        assert_eq!(largest_eigenvalue(Vec3::ZERO, Vec3::ZERO), 0.0);
    }
}
