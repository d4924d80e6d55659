//! Collision meshes: meshes of the file and their convex hulls.

use crate::bodies::closed::volume;
use crate::report::Report;
use glam::{DVec3, Vec3};
use std::collections::HashMap;

/// Most points that a hull is made from. Of more, those farthest in [`DIRECTIONS`] directions are used.
const MAX_HULL_POINTS: usize = 1 << 15;
const DIRECTIONS: u32 = 2000;

/// Corners of a tetrahedron, the smallest convex solid.
const MIN_HULL_POINTS: usize = 4;

/// A triangle mesh that colliders name: no two vertices have one position, and no two triangles the same corners.
#[derive(Debug, Clone, Default)]
pub struct CollisionMesh {
    /// Vertices relative to `center`, m, with the ratio of scales of the node that first used it.
    pub positions: Vec<Vec3>,
    /// Corners, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
    /// Centre of the bounding box in the mesh's frame, m.
    pub center: Vec3,
    /// Whether it encloses a volume: along each edge as many triangles run in one direction as in the other.
    pub closed: bool,
    /// Whether it is the convex hull of its mesh.
    pub hull: bool,
    /// Where the mesh deforms: the mesh-wide vertex of each position. Positions are those at t = 0 in the world then.
    pub vertices: Vec<u32>,
}

impl CollisionMesh {
    /// The triangles relative to the centre of their bounding box, without duplicates and without triangles that have two
    /// corners at one position. Three distinct corners on a line stay, since they connect their neighbours.
    pub(crate) fn of(
        points: Vec<DVec3>,
        triangles: Vec<[u32; 3]>,
        owner: &str,
        report: &mut Report,
    ) -> Self {
        let used = || triangles.iter().flatten().map(|&v| points[v as usize]);
        let low = used().fold(DVec3::INFINITY, DVec3::min);
        let high = used().fold(DVec3::NEG_INFINITY, DVec3::max);
        let center = if triangles.is_empty() {
            Vec3::ZERO
        } else {
            ((low + high) / 2.0).as_vec3()
        };
        let position = |p: &DVec3| (p - center.as_dvec3()).as_vec3();
        let mut collision_mesh = Self {
            center,
            ..Self::default()
        };
        let of = collision_mesh.weld(points.iter().map(position));
        let given = triangles.len();
        collision_mesh.triangles = triangles
            .into_iter()
            .map(|t| t.map(|v| of[v as usize]))
            .filter(|[a, b, c]| a != b && b != c && c != a)
            .collect();
        let flat = given - collision_mesh.triangles.len();
        if flat > 0 {
            report.warn(format!(
                "{owner}: {flat} of its {given} triangles have two corners at one position; its collider leaves them out"
            ));
        }
        collision_mesh.drop_copies();
        collision_mesh.closed = collision_mesh.is_balanced()
            && volume(&collision_mesh.triangles, &collision_mesh.positions) != 0.0;
        collision_mesh
    }

    /// The triangles of a deforming mesh. `positions` are those of its mesh-wide vertices at t = 0 in the world, m; `first` is
    /// the first vertex that deforms as each one does.
    pub(crate) fn deforming(
        positions: &[Vec3],
        first: &[u32],
        triangles: impl Iterator<Item = [u32; 3]>,
    ) -> Self {
        let mut mesh = Self::default();
        let mut of_vertex = HashMap::new();
        let mut corner = |vertex: u32| {
            let vertex = first[vertex as usize];
            *of_vertex.entry(vertex).or_insert_with(|| {
                mesh.positions.push(positions[vertex as usize]);
                mesh.vertices.push(vertex);
                mesh.positions.len() as u32 - 1
            })
        };
        let triangles: Vec<_> = triangles.map(|t| t.map(&mut corner)).collect();
        let distinct = |[a, b, c]: &[u32; 3]| a != b && b != c && c != a;
        mesh.triangles = triangles.into_iter().filter(distinct).collect();
        mesh.drop_copies();
        mesh.closed = mesh.is_balanced() && volume(&mesh.triangles, &mesh.positions) != 0.0;
        mesh
    }

    /// Stores each distinct position once and returns the vertex of each given one.
    fn weld(&mut self, positions: impl Iterator<Item = Vec3>) -> Vec<u32> {
        let mut seen = HashMap::new();
        let mut number = |position: Vec3| {
            // Adding zero turns −0 into 0.
            let position = position + Vec3::ZERO;
            *seen
                .entry(position.to_array().map(f32::to_bits))
                .or_insert_with(|| {
                    self.positions.push(position);
                    self.positions.len() as u32 - 1
                })
        };
        positions.map(&mut number).collect()
    }

    /// Keeps the first of triangles with the same corners.
    fn drop_copies(&mut self) {
        let key = |i: &u32| {
            let mut corners = self.triangles[*i as usize];
            corners.sort_unstable();
            (corners, *i)
        };
        let mut order: Vec<u32> = (0..self.triangles.len() as u32).collect();
        order.sort_unstable_by_key(key);
        order.dedup_by_key(|i| key(i).0);
        if order.len() < self.triangles.len() {
            order.sort_unstable();
            self.triangles = order
                .into_iter()
                .map(|i| self.triangles[i as usize])
                .collect();
        }
    }

    fn is_balanced(&self) -> bool {
        let mut edges: Vec<([u32; 2], i32)> = Vec::with_capacity(3 * self.triangles.len());
        for [a, b, c] in &self.triangles {
            for [from, to] in [[*a, *b], [*b, *c], [*c, *a]] {
                let direction = if from < to { 1 } else { -1 };
                edges.push(([from.min(to), from.max(to)], direction));
            }
        }
        edges.sort_unstable();
        let mut runs = edges.chunk_by(|a, b| a.0 == b.0);
        runs.all(|run| run.iter().map(|(_, direction)| direction).sum::<i32>() == 0)
    }

    /// The convex hull, or the mesh itself where the hull would be flat.
    pub(crate) fn into_hull(self, owner: &str, report: &mut Report) -> Self {
        let points = if self.positions.len() > MAX_HULL_POINTS {
            report.warn(format!(
                "{owner}: it has too many points, so its hull is that of the farthest ones in {DIRECTIONS} directions"
            ));
            farthest(&self.positions, DIRECTIONS)
        } else {
            self.positions.clone()
        };
        match self.hull_of(&points) {
            Some(hull) => hull,
            None => self.without_hull(owner, report),
        }
    }

    /// The convex hull of points relative to its centre; `None` where it would be flat.
    pub(crate) fn hull_of(&self, points: &[Vec3]) -> Option<Self> {
        if points.len() < MIN_HULL_POINTS {
            return None;
        }
        let cloud: Vec<_> = points.iter().map(|p| p.to_array().into()).collect();
        let hull = quickhull::ConvexTriangleMesh::try_from_points(&cloud, None).ok()?;
        let corners = || hull.vertices().iter().map(|p| Vec3::from(p.to_array()));
        let low = corners().fold(Vec3::INFINITY, Vec3::min);
        let high = corners().fold(Vec3::NEG_INFINITY, Vec3::max);
        let middle = (low + high) / 2.0;
        let made = Self {
            positions: corners().map(|corner| corner - middle).collect(),
            triangles: hull.indices().to_vec(),
            center: self.center + middle,
            closed: true,
            hull: true,
            vertices: Vec::new(),
        };
        (made.is_balanced() && volume(&made.triangles, &made.positions) > 0.0).then_some(made)
    }

    fn without_hull(self, owner: &str, report: &mut Report) -> Self {
        let points = self.positions.len();
        let why = if points < MIN_HULL_POINTS {
            format!("has {points} points, fewer than the {MIN_HULL_POINTS} of a hull")
        } else {
            "is too flat for a hull".to_owned()
        };
        report.warn(format!("{owner} {why}; the collider is the mesh itself"));
        self
    }
}

/// The points that are farthest in `directions` directions, spread evenly over a sphere; each point once.
pub(crate) fn farthest(points: &[Vec3], directions: u32) -> Vec<Vec3> {
    if points.is_empty() {
        return Vec::new();
    }
    let golden = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
    let direction = |i: u32| {
        let y = 1.0 - (2.0 * f64::from(i) + 1.0) / f64::from(directions);
        let (sin, cos) = pliant_math::sin_cos(golden * f64::from(i));
        let r = (1.0 - y * y).sqrt();
        DVec3::new(r * cos, y, r * sin).as_vec3()
    };
    let last = |d: Vec3| {
        let mut best = (f32::NEG_INFINITY, 0);
        for (i, p) in points.iter().enumerate() {
            let far = p.dot(d);
            if far > best.0 {
                best = (far, i);
            }
        }
        best.1
    };
    let mut found: Vec<usize> = (0..directions).map(direction).map(last).collect();
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(|i| points[i]).collect()
}
