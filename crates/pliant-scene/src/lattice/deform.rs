//! Points carried along by a closed surface that moves.

use super::repair::oriented;
use glam::{DVec3, Vec3};
use std::f64::consts::PI;
use std::thread;

/// Where `nodes` go when the surface over `triangles` goes from the points `from` to the points `to`, by mean value
/// coordinates [JSW05]: a smooth map, exact for affine ones.
pub(crate) fn deform(
    nodes: &[Vec3],
    from: &[Vec3],
    to: &[Vec3],
    triangles: &[[u32; 3]],
) -> Vec<Vec3> {
    let from: Vec<DVec3> = from.iter().map(|p| p.as_dvec3()).collect();
    let to: Vec<DVec3> = to.iter().map(|p| p.as_dvec3()).collect();
    let (triangles, _) = oriented(&from, triangles);
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let share = nodes.len().div_ceil(workers).max(1);
    let carry = |node: &Vec3| carry(node.as_dvec3(), &from, &to, &triangles).as_vec3();
    thread::scope(|scope| {
        let parts = nodes.chunks(share);
        let running: Vec<_> = parts
            .map(|part| scope.spawn(move || part.iter().map(carry).collect::<Vec<_>>()))
            .collect();
        let done = running.into_iter().map(|part| part.join());
        done.flat_map(|part| part.expect("mean values do not panic"))
            .collect()
    })
}

/// A vertex as seen from a point: its direction and distance.
type Seen = (DVec3, f64);

fn carry(node: DVec3, from: &[DVec3], to: &[DVec3], triangles: &[[u32; 3]]) -> DVec3 {
    let see = |p: &DVec3| {
        let (direction, distance) = (p - node).normalize_and_length();
        (direction, distance)
    };
    let seen: Vec<Seen> = from.iter().map(see).collect();
    if let Some(at) = seen.iter().position(|(_, distance)| *distance < 1e-12) {
        return to[at];
    }
    let (mut sum, mut total) = (DVec3::ZERO, 0.0);
    for triangle in triangles {
        let ends = triangle.map(|v| to[v as usize]);
        let (weights, on) = weights(triangle.map(|v| seen[v as usize]));
        let add = weights[0] * ends[0] + weights[1] * ends[1] + weights[2] * ends[2];
        let weight: f64 = weights.iter().sum();
        if on {
            return add / weight;
        }
        sum += add;
        total += weight;
    }
    sum / total
}

/// The weights of a triangle's corners [JSW05], and whether the point is on the triangle; then these alone count.
fn weights([a, b, c]: [Seen; 3]) -> ([f64; 3], bool) {
    let corners = [a, b, c];
    // Opposite each corner: the normal of the plane through the point and the two others, and the angle between them.
    let others = [(b, c), (c, a), (a, b)];
    let normals = others.map(|(s, t)| s.0.cross(t.0));
    let angles: [f64; 3] = std::array::from_fn(|i| {
        let (s, t) = others[i];
        normals[i].length().atan2(s.0.dot(t.0))
    });
    if angles.iter().sum::<f64>() > 2.0 * PI - 1e-6 {
        let areas = std::array::from_fn(|i| angles[i].sin() * others[i].0.1 * others[i].1.1);
        return (areas, true);
    }
    let solid = a.0.dot(normals[0]);
    if solid.abs() < 1e-12 {
        return ([0.0; 3], false);
    }
    // The integral of the direction over the part of the unit sphere that the triangle covers.
    let mean: DVec3 = (0..3)
        .map(|i| normals[i].normalize_or_zero() * angles[i] / 2.0)
        .sum();
    let weight = |i: usize| normals[i].dot(mean) / (corners[i].1 * solid);
    (std::array::from_fn(weight), false)
}

#[cfg(test)]
mod tests {
    use super::super::shapes;
    use super::*;
    use glam::{Affine3A, EulerRot, Quat};

    /// Points in a ball of radius 1, some of them its vertices, some on edges and faces.
    fn nodes((points, triangles): &shapes::Mesh) -> Vec<Vec3> {
        let [a, b, c] = triangles[7].map(|v| points[v as usize]);
        let on = [
            a,
            b,
            a.midpoint(b),
            (a + b + c) / 3.0,
            0.2 * a + 0.8 * c,
            0.999 * b,
        ];
        let inner = points.iter().flat_map(|&p| [0.1, 0.5, 0.9].map(|s| p * s));
        on.into_iter().chain(inner).chain([Vec3::ZERO]).collect()
    }

    #[test]
    fn affine_maps_are_exact() {
        let ball = shapes::ball(2);
        let turn = Quat::from_euler(EulerRot::XYZ, 1.0, 2.0, 0.5);
        let map = Affine3A::from_scale_rotation_translation(
            Vec3::new(2.0, 0.5, 1.5),
            turn,
            Vec3::new(3.0, -1.0, 0.2),
        );
        let to: Vec<Vec3> = ball.0.iter().map(|&p| map.transform_point3(p)).collect();
        let nodes = nodes(&ball);
        for (node, moved) in nodes.iter().zip(deform(&nodes, &ball.0, &to, &ball.1)) {
            let expected = map.transform_point3(*node);
            assert!(
                moved.distance(expected) < 2e-6,
                "{node}: {moved}, not {expected}"
            );
        }
    }

    #[test]
    fn nodes_on_the_surface_follow_it() {
        let (points, triangles) = shapes::ball(2);
        let bent = |p: &Vec3| Vec3::new(p.x + p.y * p.y, p.y - 0.3 * p.x, p.z * (1.0 + p.y));
        let to: Vec<Vec3> = points.iter().map(bent).collect();
        let mix = |corners: [Vec3; 3]| 0.2 * corners[0] + 0.5 * corners[1] + 0.3 * corners[2];
        let on = |points: &[Vec3]| -> Vec<Vec3> {
            let mixed = triangles.iter().map(|t| mix(t.map(|v| points[v as usize])));
            points.iter().copied().chain(mixed).collect()
        };
        for (moved, expected) in deform(&on(&points), &points, &to, &triangles)
            .iter()
            .zip(on(&to))
        {
            assert!(moved.distance(expected) < 1e-4, "{moved}, not {expected}");
        }
    }
}
