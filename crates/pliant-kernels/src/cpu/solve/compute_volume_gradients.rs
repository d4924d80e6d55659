//! CPU implementation of `shaders/solve/compute_volume_gradients.comp`.

use crate::cpu::math::xyz;
use crate::views::view::ComputeVolumeGradients;
use glam::Vec3;

/// ∂V/∂x = (1/6) Σ (a − x) × (b − x) over the triangles (x, a, b) of a particle [MHHR07, §4.4].
pub(crate) fn compute_volume_gradients(pass: &ComputeVolumeGradients<'_>, at: usize) {
    if at >= pass.params.count as usize {
        return;
    }
    let i = pass.members[at][0] as usize;
    let to = |j: u32| {
        let j = j as usize;
        (xyz(pass.position[j]) - xyz(pass.position[i]))
            + (xyz(pass.displacement[j]) - xyz(pass.displacement[i]))
    };
    let [first, last] = [i, i + 1].map(|i| pass.one_ring_starts[i] as usize);
    let one_ring = pass.one_ring.range(first..last).iter();
    let sum: Vec3 = one_ring.map(|&[a, b]| to(a).cross(to(b))).sum();
    pass.gradient.set(at, (sum / 6.0).to_array());
}
