//! CPU implementation of `shaders/particles/compute_normals.comp`.

use crate::views::view::ComputeNormals;
use glam::Vec3;

pub(crate) fn compute_normals(pass: &ComputeNormals<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let [first, last] = pass.ranges[i].map(|k| k as usize);
    let sum: Vec3 = pass
        .one_ring
        .range(first..last)
        .iter()
        .map(|&t| {
            let [a, b, c] =
                pass.triangles[t as usize].map(|v| Vec3::from(pass.vertices[v as usize]));
            (b - a).cross(c - a)
        })
        .sum();
    let length = sum.length();
    pass.normals.set(
        i,
        if length > 0.0 { sum / length } else { Vec3::Y }.to_array(),
    );
}
