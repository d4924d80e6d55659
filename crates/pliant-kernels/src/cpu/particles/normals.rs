//! Twin of `shaders/particles/normals.comp`.

use crate::passes::view::Normals;
use glam::Vec3;

pub(crate) fn normals(pass: Normals<'_>) {
    for i in 0..pass.params.count as usize {
        let [first, last] = pass.ranges[i].map(|k| k as usize);
        let sum: Vec3 = pass.fan[first..last]
            .iter()
            .map(|&t| {
                let [a, b, c] =
                    pass.triangles[t as usize].map(|v| Vec3::from(pass.vertices[v as usize]));
                (b - a).cross(c - a)
            })
            .sum();
        let length = sum.length();
        pass.normals[i] = if length > 0.0 { sum / length } else { Vec3::Y }.to_array();
    }
}
