//! CPU implementation of `shaders/include/mesh.glsl`.

use crate::cpu::closest::nearest_on_triangle;
use crate::cpu::tree::level_size;
use crate::memory::Read;
use crate::tree::{Walk, tree_size};
use crate::views::group::Meshes;
use glam::{BVec3, Vec3};
use pliant_passes::types::{Bounds, Collider, Face, NO_SURFACE};

/// The triangles of all collision meshes, and their trees.
#[derive(Debug, Clone, Copy, Default)]
pub struct CollisionMeshes<'a> {
    /// Trees, one after another.
    pub boxes: Read<'a, Bounds>,
    /// In the order of their tree's level 0.
    pub faces: Read<'a, Face>,
}

impl<'a> Meshes<'a> {
    /// The meshes that a pass binds.
    #[inline]
    pub(crate) fn view(&self) -> CollisionMeshes<'a> {
        CollisionMeshes {
            boxes: self.mesh_boxes,
            faces: self.mesh_faces,
        }
    }
}

/// Signed distance to a collider's surface, m, and its outward normal, in the collider's frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Surface {
    /// Negative inside, m.
    pub distance: f32,
    /// Unit length.
    pub normal: Vec3,
}

/// The nearest point of a mesh so far.
struct Nearest {
    squared: f32,
    face: Option<u32>,
    weights: Vec3,
}

/// A point of a mesh: a face and barycentric weights of its corners.
pub(crate) struct MeshPoint {
    pub(crate) face: u32,
    pub(crate) weights: Vec3,
}

/// A box of a mesh at its scale, which may mirror it.
pub(crate) fn scaled_box(node: &Bounds, scale: Vec3) -> Bounds {
    let [low, high] = [node.low, node.high].map(|corner| Vec3::from(corner) * scale);
    Bounds {
        low: low.min(high).to_array(),
        high: low.max(high).to_array(),
    }
}

/// A mesh at its scale, and a point in its frame.
struct Search<'a> {
    collision_meshes: CollisionMeshes<'a>,
    collider: &'a Collider,
    scale: Vec3,
    p: Vec3,
}

impl Search<'_> {
    fn gap(&self, place: usize) -> f32 {
        scaled_box(&self.collision_meshes.boxes[place], self.scale).distance_squared(self.p)
    }

    fn face(&self, face: u32) -> &Face {
        &self.collision_meshes.faces[(self.collider.first_face + face) as usize]
    }

    /// The corners of a face relative to the point.
    fn corners(&self, face: &Face) -> [Vec3; 3] {
        [face.a, face.b, face.c].map(|corner| Vec3::from(corner) * self.scale - self.p)
    }

    fn try_face(&self, face: u32, best: &mut Nearest) {
        let [a, b, c] = self.corners(self.face(face));
        let weights = nearest_on_triangle([a, b, c]);
        let squared = (weights.x * a + weights.y * b + weights.z * c).length_squared();
        if squared < best.squared {
            *best = Nearest {
                squared,
                face: Some(face),
                weights,
            };
        }
    }

    /// Finds a near face.
    fn try_nearest_boxes(&self, best: &mut Nearest) {
        let count = self.collider.faces;
        let mut walk = Walk::from_top(self.collider.first_box, count);
        while walk.level > 0 {
            walk.into_children(count);
            let nodes = walk.node..level_size(count, walk.level).min(walk.node + 8);
            let mut least = NO_SURFACE;
            for node in nodes {
                let squared = self.gap((walk.offset + node) as usize);
                if squared < least {
                    (least, walk.node) = (squared, node);
                }
            }
        }
        self.try_face(walk.node, best);
    }

    fn try_all(&self, best: &mut Nearest) {
        let count = self.collider.faces;
        let mut walk = Walk::from_top(self.collider.first_box, count);
        while !walk.over(count) {
            let nearer = self.gap(walk.index()) < best.squared;
            if nearer && walk.level > 0 {
                walk.into_children(count);
                continue;
            }
            if nearer {
                self.try_face(walk.node, best);
            }
            walk.past(count);
        }
    }

    /// Whether the point may be inside the mesh, deeper than the search radius.
    fn may_be_deep(&self, best: &mut Nearest) -> bool {
        let top = self.collider.first_box + tree_size(self.collider.faces) - 1;
        if self.collider.double_sided != 0 || self.gap(top as usize) > 0.0 {
            return false;
        }
        best.squared = NO_SURFACE;
        self.try_nearest_boxes(best);
        best.face.is_some_and(|face| {
            let face = self.face(face);
            let [a, ..] = self.corners(face);
            a.dot(Vec3::from(face.normal) / self.scale) > 0.0
        })
    }

    /// The nearest point of the mesh.
    fn find_nearest(&self, radius: f32) -> Option<MeshPoint> {
        let mut best = Nearest {
            squared: radius * radius,
            face: None,
            weights: Vec3::ZERO,
        };
        if radius >= NO_SURFACE {
            self.try_nearest_boxes(&mut best);
        }
        self.try_all(&mut best);
        if best.face.is_none() {
            if !self.may_be_deep(&mut best) {
                return None;
            }
            self.try_all(&mut best);
        }
        let weights = best.weights;
        best.face.map(|face| MeshPoint { face, weights })
    }

    /// Distance and normal by the nearest point, which has these weights on a face.
    fn signed(&self, face: u32, weights: Vec3, previous: Vec3) -> Surface {
        let face = self.face(face);
        let [a, b, c] = self.corners(face);
        let away = -(weights.x * a + weights.y * b + weights.z * c);
        let length = away.length();
        let normal = feature_normal(face, weights, self.scale);
        if normal == Vec3::ZERO {
            return Surface {
                distance: length,
                normal: if length > 0.0 { away / length } else { Vec3::Y },
            };
        }
        let height = away.dot(normal);
        let two_sided = self.collider.double_sided != 0;
        let behind = two_sided && (previous - self.p + away).dot(normal) < 0.0;
        let side = if behind { -1.0 } else { 1.0 };
        let (distance, normal) = if weights.cmpne(Vec3::ZERO).all() {
            (height, normal)
        } else {
            let distance = if height < 0.0 { -length } else { length };
            let squares = [a, b, c].map(Vec3::length_squared);
            let clear = length * length > 1e-11 * squares.into_iter().fold(0.0, f32::max);
            (distance, if clear { away / distance } else { normal })
        };
        Surface {
            distance: side * distance,
            normal: side * normal,
        }
    }
}

/// Normal of the feature (face, edge or vertex) of the nearest point.
fn feature_normal(face: &Face, weights: Vec3, scale: Vec3) -> Vec3 {
    let BVec3 { x, y, z } = weights.cmpeq(Vec3::ZERO);
    let normal = match (x, y, z) {
        (true, true, _) => face.normal_c,
        (true, _, true) => face.normal_b,
        (_, true, true) => face.normal_a,
        (true, _, _) => face.normal_bc,
        (_, true, _) => face.normal_ca,
        (_, _, true) => face.normal_ab,
        _ => face.normal,
    };
    let normal = Vec3::from(normal);
    if normal == Vec3::ZERO {
        normal
    } else {
        (normal / scale).normalize()
    }
}

/// The point of a mesh that is nearest to p in its frame.
pub(crate) fn nearest_point(
    collision_meshes: CollisionMeshes<'_>,
    collider: &Collider,
    p: Vec3,
    radius: f32,
) -> Option<MeshPoint> {
    let search = Search {
        collision_meshes,
        collider,
        scale: collider.size.into(),
        p,
    };
    search.find_nearest(radius)
}

/// The surface of a mesh by its nearest point.
pub(crate) fn mesh_surface(
    collision_meshes: CollisionMeshes<'_>,
    collider: &Collider,
    p: Vec3,
    previous: Vec3,
    radius: f32,
) -> Surface {
    let search = Search {
        collision_meshes,
        collider,
        scale: collider.size.into(),
        p,
    };
    let found = search.find_nearest(radius);
    let signed = found.map(|point| search.signed(point.face, point.weights, previous));
    signed.unwrap_or(Surface {
        distance: NO_SURFACE,
        normal: Vec3::Y,
    })
}

/// Sine of half of the angle by which the faces at an edge are bent away from each other; of two sides, by which they are bent at all.
/// Infinite where a normal is 0, as at a boundary. `along` leads along the edge of a face with this normal, and `mean` is the normal of
/// the edge.
#[must_use]
pub fn bend_at_edge(along: Vec3, normal: Vec3, mean: Vec3, two_sided: bool) -> f32 {
    if normal == Vec3::ZERO || mean == Vec3::ZERO {
        return f32::INFINITY;
    }
    let sine = mean.dot(along.cross(normal)) / along.length();
    if two_sided { sine.abs() } else { sine }
}
