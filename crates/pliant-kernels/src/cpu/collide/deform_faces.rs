//! CPU implementation of `shaders/collide/deform_faces.comp`.

use crate::cpu::mesh::bend_at_edge;
use crate::views::view::DeformFaces;
use glam::Vec3;
use pliant_passes::types::{Bounds, DeformingFace, Face, FaceMotion, LEAST_BEND};

pub(crate) fn deform_faces(pass: &DeformFaces<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let own = pass.deforming_faces[i];
    let mut at_corner = [[0.0; 3]; 3];
    let mut at_edge = [[0.0; 3]; 3];
    for k in 0..3 {
        let (around, adjacent) = sum_normals(pass, own.corners[k], own.corners[(k + 1) % 3]);
        if own.open >> k & 1 == 0 {
            at_corner[k] = unit_or_zero(around).to_array();
        }
        if own.open >> (3 + k) & 1 == 0 {
            at_edge[k] = unit_or_zero(adjacent).to_array();
        }
    }
    let [a, b, c] = own.corners.map(|corner| corner_at(pass, corner));
    let plane = normal_of(a, b, c);
    let tested = tested_features(pass, &own, plane, [at_corner, at_edge]);
    let normal = match plane == Vec3::ZERO {
        true => unit_or_zero(at_edge.into_iter().map(Vec3::from).sum()),
        false => plane,
    };
    let [normal_ab, normal_bc, normal_ca] = at_edge;
    let [normal_a, normal_b, normal_c] = at_corner;
    let face = Face {
        a: a.to_array(),
        b: b.to_array(),
        c: c.to_array(),
        normal: normal.to_array(),
        normal_bc,
        normal_ca,
        normal_ab,
        normal_a,
        normal_b,
        normal_c,
        tested,
    };
    pass.mesh_faces.set(own.face as usize, face);
    let bounds = Bounds::around([a, b, c]);
    pass.mesh_boxes.set(own.node as usize, bounds);
    let motions = own.corners.map(|corner| {
        let vertex = pass.corners[corner as usize].vertex - pass.params.first_vertex;
        pass.vertex_motions[vertex as usize]
    });
    let [a, b, c] = motions;
    pass.face_motions.set(i, FaceMotion { a, b, c });
    let lengths = motions.map(|motion| Vec3::from(motion).length());
    let largest = lengths.into_iter().fold(0.0, f32::max);
    pass.largest_motions
        .max(own.collider as usize, largest.to_bits());
}

/// Which features of a face rigid bodies are tested against, as `Face::tested` has them.
fn tested_features(
    pass: &DeformFaces<'_>,
    own: &DeformingFace,
    normal: Vec3,
    [at_corner, at_edge]: [[[f32; 3]; 3]; 2],
) -> u32 {
    let two_sided = own.two_sided != 0;
    let mut tested = 0;
    for k in 0..3 {
        let corner = own.corners[k];
        let along = corner_at(pass, own.corners[(k + 1) % 3]) - corner_at(pass, corner);
        let owns = |bit: usize| own.owned >> bit & 1 != 0;
        if owns(k) && bend_at_edge(along, normal, at_edge[k].into(), two_sided) > LEAST_BEND {
            tested |= 1 << k;
        }
        let mean = Vec3::from(at_corner[k]);
        let bends = || mean == Vec3::ZERO || bends_at_corner(pass, corner, mean, two_sided);
        if owns(3 + k) && bends() {
            tested |= 1 << (3 + k);
        }
    }
    tested
}

/// Whether the surface is bent away at a corner.
fn bends_at_corner(pass: &DeformFaces<'_>, own: u32, normal: Vec3, two_sided: bool) -> bool {
    let (here, corner) = (corner_at(pass, own), pass.corners[own as usize]);
    let faces = (corner.first..corner.last).map(|k| pass.one_ring[k as usize]);
    let mut around = faces.flat_map(|face| pass.deforming_faces[face as usize].corners);
    around.any(|other| {
        let away = corner_at(pass, other) - here;
        let below = -away.dot(normal);
        (if two_sided { below.abs() } else { below }) > LEAST_BEND * away.length()
    })
}

fn corner_at(pass: &DeformFaces<'_>, corner: u32) -> Vec3 {
    let vertex = pass.corners[corner as usize].vertex;
    pass.vertices[vertex as usize].into()
}

/// The unit normal of a triangle; 0 where it has hardly any area.
fn normal_of(a: Vec3, b: Vec3, c: Vec3) -> Vec3 {
    let normal = (b - a).cross(c - a);
    let edges = [b - a, c - b, a - c].map(Vec3::length_squared);
    let longest = edges.into_iter().fold(0.0, f32::max);
    let length = normal.length();
    if length > 1e-6 * longest {
        normal / length
    } else {
        Vec3::ZERO
    }
}

fn unit_or_zero(v: Vec3) -> Vec3 {
    let length = v.length();
    if length > 1e-5 {
        v / length
    } else {
        Vec3::ZERO
    }
}

/// Sums of the normals of the faces around corner `own`, weighted by angle, and of those at the edge from it to corner `next`.
fn sum_normals(pass: &DeformFaces<'_>, own: u32, next: u32) -> (Vec3, Vec3) {
    let corner = pass.corners[own as usize];
    let (mut around, mut adjacent) = (Vec3::ZERO, Vec3::ZERO);
    for k in corner.first..corner.last {
        let mut c = pass.deforming_faces[pass.one_ring[k as usize] as usize].corners;
        let turns = c.iter().position(|corner| *corner == own).unwrap_or(0);
        c.rotate_left(turns);
        let a = corner_at(pass, c[0]);
        let [to_b, to_c] = [c[1], c[2]].map(|corner| corner_at(pass, corner) - a);
        let normal = normal_of(a, a + to_b, a + to_c);
        around += pliant_math::atan2(to_b.cross(to_c).length(), to_b.dot(to_c)) * normal;
        if c[1] == next || c[2] == next {
            adjacent += normal;
        }
    }
    (around, adjacent)
}
