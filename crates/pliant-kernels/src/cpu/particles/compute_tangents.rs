//! CPU implementation of `shaders/particles/compute_tangents.comp`.

use crate::cpu::math::with_w;
use crate::views::view::ComputeTangents;
use glam::{Vec2, Vec3};

pub(crate) fn compute_tangents(pass: &ComputeTangents<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let [first, last] = pass.ranges[i].map(|k| k as usize);
    let (mut along_u, mut along_v) = (Vec3::ZERO, Vec3::ZERO);
    let mut size = 0.0;
    for &triangle in pass.one_ring.range(first..last) {
        let corners = pass.triangles[triangle as usize].map(|v| v as usize);
        let [a, b, c] = corners.map(|v| Vec3::from(pass.vertices[v]));
        let [ta, tb, tc] = corners.map(|v| Vec2::from(pass.texcoords[v]));
        let (p, q, s, r) = (b - a, c - a, tb - ta, tc - ta);
        let sign = if s.x * r.y - r.x * s.y < 0.0 {
            -1.0
        } else {
            1.0
        };
        along_u += sign * (r.y * p - s.y * q);
        along_v += sign * (s.x * q - r.x * p);
        size += r.y.abs() * p.length() + s.y.abs() * q.length();
    }
    let normal = Vec3::from(pass.normals[i]);
    let tangent = along_u - along_u.dot(normal) * normal;
    let length = tangent.length();
    // V increases downwards in glTF and the bitangent points upwards.
    let handedness = if normal.cross(along_u).dot(along_v) < 0.0 {
        1.0
    } else {
        -1.0
    };
    let direction = if length > 1e-5 * size {
        tangent / length
    } else {
        Vec3::X
    };
    pass.tangents.set(i, with_w(direction, handedness));
}
