//! CPU implementation of `shaders/solve/compute_volume_gradients.comp`.

use crate::cpu::math::xyz;
use glam::Vec3;
use pliant_passes::passes::view::ComputeVolumeGradients;

/// ∂V/∂x = (1/6) Σ (a − x) × (b − x) over the triangles (x, a, b) of a particle [MHHR07, §4.4].
pub(crate) fn compute_volume_gradients(pass: ComputeVolumeGradients<'_>) {
    let members = &pass.members[..pass.params.count as usize];
    for (&[i, _], gradient) in members.iter().zip(pass.gradient) {
        let to = |j: u32| {
            let (i, j) = (i as usize, j as usize);
            (xyz(pass.position[j]) - xyz(pass.position[i]))
                + (xyz(pass.displacement[j]) - xyz(pass.displacement[i]))
        };
        let [first, last] = [i, i + 1].map(|i| pass.one_ring_starts[i as usize] as usize);
        let one_ring = pass.one_ring[first..last].iter();
        let sum: Vec3 = one_ring.map(|&[a, b]| to(a).cross(to(b))).sum();
        *gradient = (sum / 6.0).to_array();
    }
}
