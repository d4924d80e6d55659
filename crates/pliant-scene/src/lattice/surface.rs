//! A triangle mesh in a bounding volume hierarchy: nearest points, intersections with segments, and inside tests.

use glam::DVec3;

/// Triangles in a leaf, at most.
const LEAF: usize = 6;

/// A cluster this many times its radius away is evaluated as one dipole.
const FAR: f64 = 3.0;

/// Triangles, oriented or not.
#[derive(Debug)]
pub(super) struct Surface {
    corners: Vec<[DVec3; 3]>,
    /// The given number of each triangle.
    numbers: Vec<u32>,
    clusters: Vec<Cluster>,
}

/// A point of a surface.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hit {
    pub(super) point: DVec3,
    pub(super) distance: f64,
    pub(super) triangle: u32,
}

/// A part of a surface that a query visits.
#[derive(Debug, Clone, Copy)]
pub(super) enum Part<'a> {
    Triangle {
        number: u32,
        corners: &'a [DVec3; 3],
    },
    /// Many triangles far away: their area-weighted centre and the sum of their area vectors.
    Cluster {
        number: usize,
        centre: DVec3,
        area: DVec3,
    },
}

/// A box of the tree; its first half follows it.
#[derive(Debug)]
struct Cluster {
    min: DVec3,
    max: DVec3,
    triangles: std::ops::Range<usize>,
    /// Index of the second half; `None` in a leaf.
    second: Option<usize>,
    /// Area-weighted centre, sum of area vectors, and a radius around the centre that holds all.
    centre: DVec3,
    area: DVec3,
    radius: f64,
}

impl Surface {
    /// Of triangles over `points`.
    pub(super) fn new(points: &[DVec3], triangles: &[[u32; 3]]) -> Self {
        let corners = triangles.iter().map(|t| t.map(|v| points[v as usize]));
        let mut entries: Vec<(u32, [DVec3; 3])> = (0..).zip(corners).collect();
        let mut clusters = Vec::new();
        if !entries.is_empty() {
            build(&mut entries, 0, &mut clusters);
        }
        let (numbers, corners) = entries.into_iter().unzip();
        Self {
            corners,
            numbers,
            clusters,
        }
    }

    /// Bounds of each triangle.
    pub(super) fn bounds(&self) -> impl Iterator<Item = (DVec3, DVec3)> {
        self.corners.iter().map(bounds)
    }

    /// Volume that a closed surface encloses; overlapping parts count several times.
    pub(super) fn volume(&self) -> f64 {
        volume(&self.corners)
    }

    /// The nearest point, if one is nearer than `within`.
    pub(super) fn nearest(&self, point: DVec3, within: f64) -> Option<Hit> {
        let mut best = None;
        let mut limit = within * within;
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            let Some(cluster) = self.clusters.get(at) else {
                break;
            };
            if cluster.distance_squared(point) >= limit {
                continue;
            }
            let Some(second) = cluster.second else {
                for at in cluster.triangles.clone() {
                    let on = nearest_on_triangle(point, &self.corners[at]);
                    let squared = on.distance_squared(point);
                    if squared < limit {
                        limit = squared;
                        best = Some((on, self.numbers[at]));
                    }
                }
                continue;
            };
            let first = at + 1;
            let nearer = |at: usize| self.clusters[at].distance_squared(point);
            open.extend(if nearer(first) < nearer(second) {
                [second, first]
            } else {
                [first, second]
            });
        }
        best.map(|(point, triangle)| Hit {
            point,
            distance: limit.sqrt(),
            triangle,
        })
    }

    /// Where the segment from `a` to `b` crosses the surface, 0 to 1; of several, nearest to the middle.
    pub(super) fn crossing(&self, a: DVec3, b: DVec3) -> Option<f64> {
        let mut best: Option<f64> = None;
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            let cluster = self.clusters.get(at)?;
            if !cluster.intersects(a, b) {
                continue;
            }
            match cluster.second {
                Some(second) => open.extend([second, at + 1]),
                None => {
                    let hits = self.corners[cluster.triangles.clone()]
                        .iter()
                        .filter_map(|corners| cross(a, b, corners));
                    best = best
                        .into_iter()
                        .chain(hits)
                        .min_by(|s, t| (s - 0.5).abs().total_cmp(&(t - 0.5).abs()));
                }
            }
        }
        best
    }

    /// Whether a point is inside: the generalized winding number is more than one half [JKS13].
    pub(super) fn contains(&self, point: DVec3) -> bool {
        let winding = self.winding(point, FAR);
        if (winding - 0.5).abs() < 0.2 {
            self.winding(point, f64::INFINITY) > 0.5
        } else {
            winding > 0.5
        }
    }

    /// The winding number, with clusters farther than `far` radii taken as dipoles [BDS18].
    fn winding(&self, point: DVec3, far: f64) -> f64 {
        let mut sum = 0.0;
        self.look(point, far, |part| {
            sum += match part {
                Part::Triangle { corners, .. } => solid_angle(point, corners),
                Part::Cluster { centre, area, .. } => {
                    let away = centre - point;
                    area.dot(away) / pliant_math::powi(away.length(), 3)
                }
            };
        });
        sum / (4.0 * std::f64::consts::PI)
    }

    /// Visits the whole surface from `point`: clusters farther than `far` times their radius, and the triangles of all
    /// others.
    pub(super) fn look(&self, point: DVec3, far: f64, mut show: impl FnMut(Part)) {
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            let Some(cluster) = self.clusters.get(at) else {
                break;
            };
            if cluster.centre.distance(point) > far * cluster.radius {
                show(Part::Cluster {
                    number: at,
                    centre: cluster.centre,
                    area: cluster.area,
                });
            } else if let Some(second) = cluster.second {
                open.extend([second, at + 1]);
            } else {
                for at in cluster.triangles.clone() {
                    show(Part::Triangle {
                        number: self.numbers[at],
                        corners: &self.corners[at],
                    });
                }
            }
        }
    }

    /// The triangles of each cluster, by the cluster's number.
    pub(super) fn clusters(&self) -> impl Iterator<Item = &[u32]> {
        let triangles = |cluster: &Cluster| &self.numbers[cluster.triangles.clone()];
        self.clusters.iter().map(triangles)
    }
}

impl Cluster {
    fn over(entries: &[(u32, [DVec3; 3])], start: usize) -> Self {
        let (mut min, mut max) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        let (mut area, mut moment, mut total) = (DVec3::ZERO, DVec3::ZERO, 0.0);
        for (_, corners) in entries {
            let (low, high) = bounds(corners);
            (min, max) = (min.min(low), max.max(high));
            let vector = area_vector(corners);
            let size = vector.length() + f64::MIN_POSITIVE;
            area += vector;
            total += size;
            moment += size * corners.iter().sum::<DVec3>() / 3.0;
        }
        let centre = moment / total;
        let reach = entries.iter().flat_map(|(_, corners)| corners);
        Self {
            min,
            max,
            triangles: start..start + entries.len(),
            second: None,
            centre,
            area,
            radius: reach.map(|p| p.distance(centre)).fold(0.0, f64::max),
        }
    }

    fn distance_squared(&self, point: DVec3) -> f64 {
        point.distance_squared(point.clamp(self.min, self.max))
    }

    /// Whether a segment intersects the box; the margin covers rounding.
    fn intersects(&self, a: DVec3, b: DVec3) -> bool {
        let margin = DVec3::splat(1e-9);
        let inverse = (b - a).recip();
        let (s, t) = (
            (self.min - margin - a) * inverse,
            (self.max + margin - a) * inverse,
        );
        // For a segment perpendicular to an axis, 0·∞ is NaN; min and max ignore it.
        let enter = s.min(t).to_array().into_iter().fold(0.0, f64::max);
        let leave = s.max(t).to_array().into_iter().fold(1.0, f64::min);
        enter <= leave
    }
}

/// Sorts `entries`, the triangles from `start` on, into halves and lists their clusters.
fn build(entries: &mut [(u32, [DVec3; 3])], start: usize, clusters: &mut Vec<Cluster>) {
    let cluster = Cluster::over(entries, start);
    let axis = (cluster.max - cluster.min).max_position();
    let at = clusters.len();
    clusters.push(cluster);
    if entries.len() <= LEAF {
        return;
    }
    let half = entries.len() / 2;
    let key = |(_, c): &(u32, [DVec3; 3])| c[0][axis] + c[1][axis] + c[2][axis];
    entries.select_nth_unstable_by(half, |s, t| key(s).total_cmp(&key(t)).then(s.0.cmp(&t.0)));
    let (first, second) = entries.split_at_mut(half);
    build(first, start, clusters);
    clusters[at].second = Some(clusters.len());
    build(second, start + half, clusters);
}

fn bounds([a, b, c]: &[DVec3; 3]) -> (DVec3, DVec3) {
    (a.min(*b).min(*c), a.max(*b).max(*c))
}

/// The normal with the area as its length.
pub(super) fn area_vector(&[a, b, c]: &[DVec3; 3]) -> DVec3 {
    (b - a).cross(c - a) / 2.0
}

/// The volume of a surface, summed from its centre so that small holes change it little.
pub(super) fn volume(triangles: &[[DVec3; 3]]) -> f64 {
    let middle = triangles.iter().flatten().sum::<DVec3>() / (3 * triangles.len()) as f64;
    let cone = |corners: &[DVec3; 3]| area_vector(corners).dot(corners[0] - middle) / 3.0;
    triangles.iter().map(cone).sum()
}

/// The solid angle under which a triangle is seen from behind, negative from the front [VOS83].
pub(super) fn solid_angle(from: DVec3, corners: &[DVec3; 3]) -> f64 {
    let [a, b, c] = corners.map(|corner| corner - from);
    let [la, lb, lc] = [a.length(), b.length(), c.length()];
    let below = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
    2.0 * pliant_math::atan2(a.dot(b.cross(c)), below)
}

/// The point of a triangle, flat or not, that is nearest.
fn nearest_on_triangle(point: DVec3, &[a, b, c]: &[DVec3; 3]) -> DVec3 {
    let normal = (b - a).cross(c - a);
    let inside_of = |s: DVec3, t: DVec3| (s - point).cross(t - point).dot(normal) >= 0.0;
    if normal.length_squared() > 0.0 && inside_of(a, b) && inside_of(b, c) && inside_of(c, a) {
        return point - normal * ((point - a).dot(normal) / normal.length_squared());
    }
    [(a, b), (b, c), (c, a)]
        .map(|(s, t)| nearest_on_segment(point, s, t))
        .into_iter()
        .min_by(|s, t| {
            let away = |p: &DVec3| p.distance_squared(point);
            away(s).total_cmp(&away(t))
        })
        .unwrap_or(a)
}

fn nearest_on_segment(point: DVec3, a: DVec3, b: DVec3) -> DVec3 {
    let along = b - a;
    let t = (point - a).dot(along) / along.length_squared().max(f64::MIN_POSITIVE);
    a + along * t.clamp(0.0, 1.0)
}

/// Where a segment crosses a triangle, its rim included, 0 to 1.
fn cross(from: DVec3, to: DVec3, &[a, b, c]: &[DVec3; 3]) -> Option<f64> {
    let (along, u, v) = (to - from, b - a, c - a);
    let normal = u.cross(v);
    let facing = along.dot(normal);
    if facing.abs() <= 1e-12 * along.length() * normal.length() {
        return None;
    }
    let away = a - from;
    let t = away.dot(normal) / facing;
    let turned = along.cross(away);
    let (s, r) = (-turned.dot(v) / facing, turned.dot(u) / facing);
    let inside = s >= -1e-9 && r >= -1e-9 && s + r <= 1.0 + 1e-9;
    (inside && (0.0..=1.0).contains(&t)).then_some(t)
}
