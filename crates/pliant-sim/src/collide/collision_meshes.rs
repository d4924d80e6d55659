//! Collision meshes as passes use them: faces with the normals of their features, and a BVH over the faces of each mesh.

use glam::{DVec3, Vec3};
use pliant_kernels::tree::{boxes, order};
use pliant_passes::types::{Bounds, Face, LEAST_BEND};
use pliant_scene::{CollisionMesh, Scene};

/// A triangle whose doubled area is below this fraction of its longest edge squared has no reliable normal.
const SLIVER: f64 = 1e-9;

/// Faces and BVHs of all collision meshes of a scene.
#[derive(Default)]
pub(crate) struct CollisionMeshes {
    pub(crate) boxes: Vec<Bounds>,
    pub(crate) faces: Vec<Face>,
    /// First box and first face of each collision mesh, and how many faces.
    pub(crate) ranges: Vec<[u32; 3]>,
    /// The triangle of each face of each collision mesh that deforms; empty for all others.
    pub(crate) orders: Vec<Vec<u32>>,
}

impl CollisionMeshes {
    pub(crate) fn new(scene: &Scene) -> Self {
        let mut collision_meshes = Self::default();
        for collision_mesh in &scene.collision_meshes {
            let order = order_of(collision_mesh);
            let faces = faces(collision_mesh, &order);
            let deforms = !collision_mesh.vertices.is_empty();
            let order = if deforms { order } else { Vec::new() };
            collision_meshes.orders.push(order);
            let range = [
                collision_meshes.boxes.len(),
                collision_meshes.faces.len(),
                faces.len(),
            ];
            collision_meshes.ranges.push(range.map(|n| n as u32));
            collision_meshes
                .boxes
                .extend(boxes(faces.iter().map(face_bounds).collect()));
            collision_meshes.faces.extend(faces);
        }
        collision_meshes
    }

    /// 1 + index of the motion of the first face of a collision mesh, among those of all deforming ones; 0 if it does not deform.
    pub(crate) fn first_motion(&self, collision_mesh: usize) -> u32 {
        if self.orders[collision_mesh].is_empty() {
            return 0;
        }
        let before = self.orders[..collision_mesh].iter().map(Vec::len);
        1 + before.sum::<usize>() as u32
    }

    /// The faces of a collision mesh: for each its number, and its triangle.
    pub(crate) fn faces_of<'a>(
        &'a self,
        collision_mesh: &'a CollisionMesh,
        index: usize,
    ) -> impl Iterator<Item = (u32, &'a Face, [u32; 3])> {
        let [_, first, count] = self.ranges[index].map(|n| n as usize);
        let faces = (0..).zip(&self.faces[first..first + count]);
        let order = order_of(collision_mesh);
        faces.map(move |(at, face)| {
            let triangle = order[at as usize] as usize;
            (at, face, collision_mesh.triangles[triangle])
        })
    }

    /// Number of faces that deform.
    pub(crate) fn deforming_faces(&self) -> usize {
        self.orders.iter().map(Vec::len).sum()
    }

    /// The pools in the form that distance queries use.
    pub(crate) fn view(&self) -> pliant_kernels::CollisionMeshes<'_> {
        pliant_kernels::CollisionMeshes {
            boxes: (&self.boxes).into(),
            faces: (&self.faces).into(),
        }
    }
}

fn face_bounds(face: &Face) -> Bounds {
    Bounds::around([face.a, face.b, face.c].map(Vec3::from))
}

/// Triangles of a collision mesh in the order of the leaves of its BVH.
fn order_of(collision_mesh: &CollisionMesh) -> Vec<u32> {
    let at = |corner: u32| collision_mesh.positions[corner as usize];
    let center = |[a, b, c]: &[u32; 3]| (at(*a) + at(*b) + at(*c)) / 3.0;
    let centers: Vec<Vec3> = collision_mesh.triangles.iter().map(center).collect();
    order(&centers)
}

/// Faces of a collision mesh in an order of its triangles.
fn faces(collision_mesh: &CollisionMesh, order: &[u32]) -> Vec<Face> {
    let at = |corner: u32| collision_mesh.positions[corner as usize];
    let normals = Normals::new(collision_mesh);
    let tested = tested_features(collision_mesh, &normals);
    let face = |i: &u32| {
        let i = *i as usize;
        let [a, b, c] = collision_mesh.triangles[i].map(|corner| at(corner).to_array());
        let edges = normals.edges[i];
        let [normal_a, normal_b, normal_c] =
            collision_mesh.triangles[i].map(|corner| unit(normals.corners[corner as usize]));
        let [normal_bc, normal_ca, normal_ab] = edges.map(unit);
        let inside = normals.faces[i];
        let edge_mean = edges.iter().map(|n| n.normalize_or_zero()).sum();
        Face {
            a,
            b,
            c,
            normal: unit(if inside == DVec3::ZERO {
                edge_mean
            } else {
                inside
            }),
            normal_bc,
            normal_ca,
            normal_ab,
            normal_a,
            normal_b,
            normal_c,
            tested: tested[i],
        }
    };
    order.iter().map(face).collect()
}

/// The normal with unit length, or zero where normals cancel.
fn unit(normal: DVec3) -> [f32; 3] {
    /// Length that rounding leaves of normals that cancel.
    const NOTHING: f64 = 1e-9;
    let clear = normal.length() > NOTHING;
    let normal = if clear {
        normal.normalize()
    } else {
        DVec3::ZERO
    };
    normal.as_vec3().to_array()
}

/// Outward normals of a mesh's features [BA05], of any length; zero at its boundary, where there is no inside.
struct Normals {
    /// Zero where a face has hardly any area.
    faces: Vec<DVec3>,
    /// Normals of the edges opposite to each corner: the sum of those of adjacent faces.
    edges: Vec<[DVec3; 3]>,
    /// Normals of vertices: the sum of those of adjacent faces, weighted by angle.
    corners: Vec<DVec3>,
}

/// An edge of a triangle.
struct Edge {
    /// Its two vertices, the lower index first.
    ends: [u32; 2],
    /// 1 where the triangle runs from the lower index to the higher, else −1.
    orientation: i32,
    triangle: u32,
    /// The corner opposite to it, 0 to 2.
    opposite: usize,
}

impl Normals {
    fn new(collision_mesh: &CollisionMesh) -> Self {
        let mut normals = Self {
            faces: Vec::with_capacity(collision_mesh.triangles.len()),
            edges: vec![[DVec3::ZERO; 3]; collision_mesh.triangles.len()],
            corners: vec![DVec3::ZERO; collision_mesh.positions.len()],
        };
        for triangle in &collision_mesh.triangles {
            let x = triangle.map(|corner| collision_mesh.positions[corner as usize].as_dvec3());
            let normal = face_normal(x);
            normals.faces.push(normal);
            for k in 0..3 {
                let [to, from] = [x[(k + 1) % 3] - x[k], x[(k + 2) % 3] - x[k]];
                let angle = pliant_math::atan2(to.cross(from).length(), to.dot(from));
                normals.corners[triangle[k] as usize] += angle * normal;
            }
        }
        normals.add_edges(collision_mesh);
        normals
    }

    fn add_edges(&mut self, collision_mesh: &CollisionMesh) {
        let mut rim = Vec::new();
        let edges = edges(collision_mesh);
        for run in edges.chunk_by(|a, b| a.ends == b.ends) {
            if is_boundary(run) {
                rim.extend(run[0].ends);
                continue;
            }
            let sum = run.iter().map(|e| self.faces[e.triangle as usize]).sum();
            for edge in run {
                self.edges[edge.triangle as usize][edge.opposite] = sum;
            }
        }
        rim.into_iter()
            .for_each(|corner| self.corners[corner as usize] = DVec3::ZERO);
    }
}

/// Which features of each face rigid bodies are tested against, as `Face::tested` has them: convex edges and their ends, each from
/// one of its faces. Other edges, between two faces of a plane or in a fold, touch nothing before the faces do; their contacts could
/// push sideways.
fn tested_features(collision_mesh: &CollisionMesh, normals: &Normals) -> Vec<u32> {
    let mut tested = vec![0; collision_mesh.triangles.len()];
    let mut is_tested = vec![false; collision_mesh.positions.len()];
    for run in edges(collision_mesh).chunk_by(|a, b| a.ends == b.ends) {
        let bends = |edge: &Edge| bends_outwards(collision_mesh, normals, edge);
        if is_boundary(run) || run.iter().any(bends) {
            let side = (run[0].opposite + 1) % 3;
            tested[run[0].triangle as usize] |= 1 << side;
            for end in run[0].ends {
                is_tested[end as usize] = true;
            }
        }
    }
    for (tested, triangle) in tested.iter_mut().zip(&collision_mesh.triangles) {
        for (k, corner) in triangle.iter().enumerate() {
            let is_first = std::mem::take(&mut is_tested[*corner as usize]);
            *tested |= u32::from(is_first) << (3 + k);
        }
    }
    tested
}

/// Whether the faces at an edge are bent away from each other; of a mesh with two sides, whether they are bent at all.
fn bends_outwards(collision_mesh: &CollisionMesh, normals: &Normals, edge: &Edge) -> bool {
    let triangle = collision_mesh.triangles[edge.triangle as usize];
    let at = |k: usize| collision_mesh.positions[triangle[k % 3] as usize].as_dvec3();
    let along = at(edge.opposite + 2) - at(edge.opposite + 1);
    let face = normals.faces[edge.triangle as usize];
    let sum = normals.edges[edge.triangle as usize][edge.opposite];
    if face == DVec3::ZERO || sum == DVec3::ZERO {
        return true;
    }
    let sine = sum.normalize().dot(along.cross(face)) / along.length();
    let sine = if collision_mesh.closed {
        sine
    } else {
        sine.abs()
    };
    sine > f64::from(LEAST_BEND)
}

/// Whether an edge, given for each of its triangles, is at a boundary.
fn is_boundary(run: &[Edge]) -> bool {
    run.iter().map(|edge| edge.orientation).sum::<i32>() != 0
}

/// Which corners of a mesh, and which edges of its triangles by their opposite corners, are at a boundary.
pub(crate) fn open_features(collision_mesh: &CollisionMesh) -> (Vec<bool>, Vec<[bool; 3]>) {
    let mut corners = vec![false; collision_mesh.positions.len()];
    let mut sides = vec![[false; 3]; collision_mesh.triangles.len()];
    let edges = edges(collision_mesh);
    for run in edges.chunk_by(|a, b| a.ends == b.ends) {
        if is_boundary(run) {
            let ends = run[0].ends.into_iter();
            ends.for_each(|corner| corners[corner as usize] = true);
            let own = run.iter();
            own.for_each(|edge| sides[edge.triangle as usize][edge.opposite] = true);
        }
    }
    (corners, sides)
}

/// All edges of all triangles; those with the same ends follow one another.
fn edges(collision_mesh: &CollisionMesh) -> Vec<Edge> {
    let of = |(triangle, corners): (u32, &[u32; 3])| {
        let corners = *corners;
        (0..3).map(move |opposite| {
            let [from, to] = [corners[(opposite + 1) % 3], corners[(opposite + 2) % 3]];
            Edge {
                ends: [from.min(to), from.max(to)],
                orientation: if from < to { 1 } else { -1 },
                triangle,
                opposite,
            }
        })
    };
    let mut edges: Vec<Edge> = (0..).zip(&collision_mesh.triangles).flat_map(of).collect();
    edges.sort_unstable_by_key(|edge| (edge.ends, edge.triangle));
    edges
}

fn face_normal([a, b, c]: [DVec3; 3]) -> DVec3 {
    let normal = (b - a).cross(c - a);
    let longest = [b - a, c - b, a - c].map(DVec3::length_squared);
    let longest = longest.into_iter().fold(0.0, f64::max);
    if normal.length() > SLIVER * longest {
        normal.normalize()
    } else {
        DVec3::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pliant_kernels::surface;
    use pliant_passes::types::{Collider, MESH};

    /// A block with a notch, which has convex and reflex corners and edges.
    fn notched() -> CollisionMesh {
        let profile = [(0, 0), (4, 0), (4, 3), (3, 3), (2, 1), (1, 3), (0, 3)];
        let side = |z: f32| profile.map(|(x, y)| Vec3::new(x as f32, y as f32, z) - 1.5);
        let cap = [[0, 1, 4], [1, 2, 3], [1, 3, 4], [0, 4, 6], [4, 5, 6]];
        let mut triangles: Vec<[u32; 3]> = cap.map(|[a, b, c]| [a, c, b]).to_vec();
        triangles.extend(cap.map(|t| t.map(|v| v + 7)));
        for i in 0..7 {
            let j = (i + 1) % 7;
            triangles.extend([[i, j, j + 7], [i, j + 7, i + 7]]);
        }
        CollisionMesh {
            positions: side(0.5).into_iter().chain(side(2.5)).collect(),
            triangles,
            closed: true,
            ..CollisionMesh::default()
        }
    }

    fn pools(collision_mesh: CollisionMesh) -> (CollisionMeshes, Collider) {
        let closed = collision_mesh.closed;
        let collision_meshes = CollisionMeshes::new(&Scene {
            collision_meshes: vec![collision_mesh],
            ..Scene::default()
        });
        let [first_box, first_face, faces] = collision_meshes.ranges[0];
        let collider = Collider {
            shape: MESH,
            size: [1.0; 3],
            double_sided: u32::from(!closed),
            faces,
            first_face,
            first_box,
            ..Collider::default()
        };
        (collision_meshes, collider)
    }

    /// Points in and around the block, the same in every run.
    fn points() -> impl Iterator<Item = Vec3> {
        let number = |i: u32| (i.wrapping_mul(0x9E37_79B9).rotate_left(13) % 10_007) as f32;
        (0..3000).map(move |i| {
            Vec3::new(number(3 * i), number(3 * i + 1), number(3 * i + 2)) * 7e-4 - 3.5
        })
    }

    /// Winding number of the mesh around a point, from the solid angles of its triangles [VOS83].
    fn winding(collision_mesh: &CollisionMesh, scale: Vec3, p: Vec3) -> f64 {
        let solid_angle = |triangle: &[u32; 3]| {
            let [a, b, c] =
                triangle.map(|v| (collision_mesh.positions[v as usize] * scale - p).as_dvec3());
            let [la, lb, lc] = [a, b, c].map(DVec3::length);
            let volume = a.dot(b.cross(c));
            2.0 * pliant_math::atan2(
                volume,
                la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb,
            )
        };
        collision_mesh
            .triangles
            .iter()
            .map(solid_angle)
            .sum::<f64>()
            / (4.0 * std::f64::consts::PI)
    }

    #[test]
    fn the_sign_is_that_of_the_winding_number_and_the_normal_leads_to_the_surface() {
        let collision_mesh = notched();
        let (collision_meshes, collider) = pools(collision_mesh.clone());
        for scale in [Vec3::ONE, Vec3::splat(0.25), Vec3::new(1.0, 0.5, 2.0)] {
            let size = scale.to_array();
            let posed = Collider { size, ..collider };
            let at = |p| surface(collision_meshes.view(), &posed, p, p, f32::MAX);
            for p in points() {
                let found = at(p);
                let inside = winding(&collision_mesh, scale, p) > 0.5;
                let near = found.distance.abs() < 1e-5;
                assert!(near || inside == (found.distance < 0.0), "{p}: {found:?}");
                let landed = at(p - found.distance * found.normal);
                assert!(landed.distance.abs() < 3e-6, "{p}: {landed:?}");
            }
        }
    }

    #[test]
    fn flat_and_reflex_edges_are_not_tested() {
        let (collision_meshes, _) = pools(notched());
        let count = |bits: u32| -> u32 {
            let faces = collision_meshes.faces.iter();
            faces.map(|face| (face.tested & bits).count_ones()).sum()
        };
        // Of seven corners of the profile one is reflex, and the diagonals of its faces are flat.
        assert_eq!([count(0b111), count(0b11_1000)], [2 * 7 + 6, 2 * 7]);
    }

    #[test]
    fn distances_beyond_the_limit_are_never_reported_as_small() {
        let (collision_meshes, collider) = pools(notched());
        for p in points() {
            let at = |reach| surface(collision_meshes.view(), &collider, p, p, reach);
            let (all, some) = (at(f32::MAX), at(0.3));
            assert!(some == all || (some.distance > 1e38 && all.distance > 0.3));
        }
    }

    #[test]
    fn an_open_mesh_pushes_to_the_previous_side_and_its_boundary_outwards() {
        let corner = |x: f32, z: f32| Vec3::new(x, 0.0, z);
        let (collision_meshes, collider) = pools(CollisionMesh {
            positions: vec![
                corner(-1.0, -1.0),
                corner(1.0, -1.0),
                corner(1.0, 1.0),
                corner(-1.0, 1.0),
            ],
            triangles: vec![[0, 2, 1], [0, 3, 2]],
            ..CollisionMesh::default()
        });
        let at = |x: f32, y: f32, from: f32| {
            let p = Vec3::new(x, y, 0.1);
            surface(
                collision_meshes.view(),
                &collider,
                p,
                Vec3::new(x, from, 0.1),
                1.0,
            )
        };
        for (y, from, distance, up) in [
            (0.1, 0.2, 0.1, 1.0),
            (-0.1, 0.2, -0.1, 1.0),
            (-0.1, -0.2, 0.1, -1.0),
            (0.1, -0.2, -0.1, -1.0),
        ] {
            let found = at(0.3, y, from);
            assert!((found.distance - distance).abs() < 1e-6, "{found:?}");
            assert!((found.normal - up * Vec3::Y).length() < 1e-6, "{found:?}");
        }
        let outside = at(1.3, 0.0, -0.2);
        assert!(
            (outside.distance - 0.3).abs() < 1e-6 && (outside.normal - Vec3::X).length() < 1e-5
        );
    }
}
