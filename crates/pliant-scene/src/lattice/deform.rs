//! Mean value coordinates: points that follow a closed surface that deforms.

use super::repair::oriented;
use super::surface::{Part, Surface, area_vector};
use glam::{DMat3, DVec3, Vec3};
use std::f64::consts::PI;
use std::thread;

/// A cluster of triangles this many times its radius away is evaluated as one.
const FAR: f64 = 8.0;

/// Deformed positions of `nodes` where the surface over `triangles` moves from the points `from` to the points `to`, by mean
/// value coordinates [JSW05]. The map is smooth, and exact for affine motions.
pub(crate) fn deform(
    nodes: &[Vec3],
    from: &[Vec3],
    to: &[Vec3],
    triangles: &[[u32; 3]],
) -> Vec<Vec3> {
    let map = &Map::new(from, to, triangles);
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let share = nodes.len().div_ceil(workers).max(1);
    let carry = |node: &Vec3| map.carry(node.as_dvec3()).as_vec3();
    thread::scope(|scope| {
        let work = |part: &'_ [Vec3]| part.iter().map(carry).collect::<Vec<_>>();
        let running: Vec<_> = nodes
            .chunks(share)
            .map(|part| scope.spawn(move || work(part)))
            .collect();
        let done = running.into_iter().map(thread::ScopedJoinHandle::join);
        done.flat_map(|part| part.expect("carrying does not panic"))
            .collect()
    })
}

/// A value after and before the motion, in this order.
type Ends<T> = [T; 2];

/// A surface with its motion.
struct Map {
    surface: Surface,
    /// Corners of each triangle.
    corners: Vec<Ends<[DVec3; 3]>>,
    /// For each cluster Σ centre ⊗ area vector over its triangles, with the area vectors before the motion.
    moments: Vec<Ends<DMat3>>,
    /// The linear part of the affine map that fits the motion best.
    slope: DMat3,
}

impl Map {
    fn new(from: &[Vec3], to: &[Vec3], triangles: &[[u32; 3]]) -> Self {
        let exact = |points: &[Vec3]| points.iter().map(|p| p.as_dvec3()).collect::<Vec<_>>();
        let (from, to) = (exact(from), exact(to));
        let (triangles, _) = oriented(&from, triangles);
        let surface = Surface::new(&from, &triangles);
        let corners: Vec<Ends<[DVec3; 3]>> = triangles
            .iter()
            .map(|t| [&to, &from].map(|points| t.map(|v| points[v as usize])))
            .collect();
        let moment = |&number: &u32| {
            let ends = corners[number as usize];
            let area = area_vector(&ends[1]);
            ends.map(|corners| outer(corners.iter().sum::<DVec3>() / 3.0, area))
        };
        let add = |sum: Ends<DMat3>, one: Ends<DMat3>| [sum[0] + one[0], sum[1] + one[1]];
        let sum = |triangles: &[u32]| triangles.iter().map(moment).fold([DMat3::ZERO; 2], add);
        let moments = surface.clusters().map(sum).collect();
        Self {
            surface,
            moments,
            slope: slope(&from, &to),
            corners,
        }
    }

    fn carry(&self, node: DVec3) -> DVec3 {
        let mut sums = [DVec3::ZERO; 2];
        let mut total = 0.0;
        let mut held = None;
        self.surface.look(node, FAR, |part| match part {
            Part::Triangle { number, corners } => {
                let (weights, on) = weights(node, corners);
                let weight: f64 = weights.iter().sum();
                let mean = self.corners[number as usize]
                    .map(|[a, b, c]| weights[0] * a + weights[1] * b + weights[2] * c);
                sums = [sums[0] + mean[0], sums[1] + mean[1]];
                total += weight;
                if on {
                    held = Some(mean[0] / weight);
                }
            }
            Part::Cluster {
                number,
                centre,
                area,
            } => {
                // The solid angle over the distance, weighted by area.
                let away = (centre - node) / pliant_math::powi((centre - node).length_squared(), 2);
                let mean = self.moments[number].map(|moment| moment * away);
                sums = [sums[0] + mean[0], sums[1] + mean[1]];
                total += area.dot(away);
            }
        });
        // Without clusters `before` is the node itself; its difference from the node is the error of clustering.
        let [after, before] = sums.map(|sum| sum / total);
        held.unwrap_or_else(|| after + self.slope * (node - before))
    }
}

/// a bᵀ
fn outer(a: DVec3, b: DVec3) -> DMat3 {
    DMat3::from_cols(a * b.x, a * b.y, a * b.z)
}

/// The linear part of the affine map that fits the motion of points best.
fn slope(from: &[DVec3], to: &[DVec3]) -> DMat3 {
    let middle = |points: &[DVec3]| points.iter().sum::<DVec3>() / points.len() as f64;
    let (before, after) = (middle(from), middle(to));
    let (mut mixed, mut own) = (DMat3::ZERO, DMat3::ZERO);
    for (from, to) in from.iter().zip(to) {
        mixed += outer(to - after, from - before);
        own += outer(from - before, from - before);
    }
    mixed * own.inverse()
}

/// The weights of a triangle's corners [JSW05], and whether the node is on the triangle, where only these weights count.
fn weights(node: DVec3, corners: &[DVec3; 3]) -> ([f64; 3], bool) {
    let away = corners.map(|corner| corner - node);
    let distances = away.map(DVec3::length);
    if let Some(at) = distances.iter().position(|d| *d < 1e-12) {
        return (std::array::from_fn(|i| f64::from(u8::from(i == at))), true);
    }
    let seen: [DVec3; 3] = std::array::from_fn(|i| away[i] / distances[i]);
    // Opposite each corner: the normal of the plane through the node and the two others, and the angle between them.
    let others = [[1, 2], [2, 0], [0, 1]];
    let normals = others.map(|[s, t]: [usize; 2]| seen[s].cross(seen[t]));
    let angles: [f64; 3] = std::array::from_fn(|i| {
        let [s, t] = others[i];
        pliant_math::atan2(normals[i].length(), seen[s].dot(seen[t]))
    });
    if angles.iter().sum::<f64>() > 2.0 * PI - 1e-6 {
        let area = |i: usize| {
            pliant_math::sin(angles[i]) * distances[others[i][0]] * distances[others[i][1]]
        };
        return (std::array::from_fn(area), true);
    }
    let solid = seen[0].dot(normals[0]);
    if solid.abs() < 1e-12 {
        return ([0.0; 3], false);
    }
    // The integral of the direction over the part of the unit sphere that the triangle covers.
    let mean: DVec3 = (0..3)
        .map(|i| normals[i].normalize_or_zero() * angles[i] / 2.0)
        .sum();
    let weight = |i: usize| normals[i].dot(mean) / (distances[i] * solid);
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

    #[test]
    fn clusters_change_little() {
        let (points, triangles) = shapes::figure(4);
        let bent = |p: &Vec3| Vec3::new(p.x + 0.5 * p.y * p.y, p.y - 0.3 * p.x * p.z, p.z);
        let to: Vec<Vec3> = points.iter().map(bent).collect();
        let map = Map::new(&points, &to, &triangles);
        let mut worst = 0.0f64;
        for node in points.iter().step_by(50).map(|p| 0.8 * p.as_dvec3()) {
            let (mut sum, mut total) = (DVec3::ZERO, 0.0);
            for ends in &map.corners {
                let (weights, _) = weights(node, &ends[1]);
                sum += (0..3).map(|i| weights[i] * ends[0][i]).sum::<DVec3>();
                total += weights.iter().sum::<f64>();
            }
            worst = worst.max((sum / total).distance(map.carry(node)));
        }
        assert!(worst < 1e-3, "{worst}");
    }
}
