//! Sharp edges of colliders. A coarse cloth could be cut by them between its particles, so its edges and triangles collide with
//! them: each corner is a particle of infinite mass, and each edge a segment.

use super::parts::mean_edge;
use crate::collide::collision_meshes::CollisionMeshes;
use crate::collide::kinematic::pose;
use crate::constraints::material::{coefficients, filter};
use glam::{Quat, Vec3};
use pliant_kernels::{bend_at_edge, filters_allow};
use pliant_passes::types::{COLLIDER_BULK, ColliderCorner, ContactBody, Face, NONE};
use pliant_scene::{Body, BodyKind, Collider, Contact, Scene, Shape};
use std::collections::BTreeMap;

/// Sine of half of the least angle, 20°, by which the faces at a sharp edge are bent. The facets of a finely divided smooth surface are
/// bent by less.
const SHARP_BEND: f32 = 0.174;

/// Sharp edges of all colliders of infinite mass that deformable surfaces collide with.
#[derive(Default)]
pub(crate) struct ColliderEdges {
    pub(super) parts: Vec<ColliderPart>,
    pub(crate) corners: Vec<ColliderCorner>,
    /// World positions of the corners at t = 0, m.
    pub(super) positions: Vec<[f32; 4]>,
    /// Whether some of these colliders move or deform.
    pub(crate) moving: bool,
}

/// The sharp edges of one collider.
pub(super) struct ColliderPart {
    /// The collider, in `Scene::colliders`.
    pub(super) collider: usize,
    /// The ends of each edge, as indices of corners.
    pub(super) segments: Vec<[u32; 2]>,
    /// Largest thickness of the surfaces that collide with it, m; 0 for a collider that never moves.
    thickness: f32,
}

/// The edges of one collider in its own frame.
#[derive(Default)]
struct Edges {
    corners: Vec<ColliderCorner>,
    segments: Vec<[u32; 2]>,
}

impl ColliderEdges {
    pub(super) fn new(scene: &Scene, collision_meshes: &CollisionMeshes) -> Self {
        let mut all = Self::default();
        let world = scene.pose(0.0, false);
        for (index, collider) in scene.colliders.iter().enumerate() {
            let thickness = largest_thickness(scene, collider);
            let is_free = |rigid: usize| scene.rigids[rigid].is_free();
            if thickness == 0.0 || collider.rigid.is_some_and(is_free) {
                continue;
            }
            let edges = match collider.shape {
                Shape::Mesh { collision_mesh, .. } => {
                    mesh_edges(scene, collision_meshes, collision_mesh)
                }
                Shape::Box { half } => box_edges(half),
                _ => Edges::default(),
            };
            if edges.segments.is_empty() {
                continue;
            }
            let placed = pose(collider, &world);
            let moves = collider.animated || collider.deforms || collider.rigid.is_some();
            all.moving |= moves;
            let first = all.corners.len() as u32;
            let scaled = |corner: &ColliderCorner| {
                let arm = Vec3::from(placed.scale) * Vec3::from(corner.local);
                let at = Quat::from_array(placed.rotation) * arm + Vec3::from(placed.translation);
                at.extend(0.0).to_array()
            };
            all.positions.extend(edges.corners.iter().map(scaled));
            let of_collider = edges.corners.into_iter().map(|corner| ColliderCorner {
                collider: index as u32,
                ..corner
            });
            all.corners.extend(of_collider);
            all.parts.push(ColliderPart {
                collider: index,
                segments: (edges.segments.iter().map(|s| s.map(|end| first + end))).collect(),
                thickness: if moves { thickness } else { 0.0 },
            });
        }
        all
    }

    /// The edges of a collider as segments of particles, of which the first corner is `first_corner`.
    pub(super) fn elements(&self, first_corner: u32) -> impl Iterator<Item = Vec<[u32; 3]>> {
        let element = move |[a, b]: &[u32; 2]| [first_corner + a, first_corner + b, NONE];
        (self.parts.iter()).map(move |part| part.segments.iter().map(element).collect())
    }

    /// Whether a collider is among them.
    pub(crate) fn has(&self, collider: usize) -> bool {
        self.parts.iter().any(|part| part.collider == collider)
    }

    /// The collider of a part.
    pub(crate) fn collider_of(&self, part: u32) -> u32 {
        self.parts[part as usize].collider as u32
    }

    /// The part that each corner belongs to.
    pub(super) fn part_of_corners(&self) -> impl Iterator<Item = u32> + '_ {
        let of = |corner: &ColliderCorner| {
            let before = |part: &ColliderPart| part.collider < corner.collider as usize;
            self.parts.partition_point(before) as u32
        };
        self.corners.iter().map(of)
    }

    /// Contact properties of a part whose first element is `first`. As for cloth, its corners may deviate from their expected trajectories by
    /// `portion` of its mean edge, and by the thickness at most; those of a collider that never moves do not deviate.
    pub(super) fn contact_body(
        &self,
        scene: &Scene,
        (part, first): (&ColliderPart, u32),
        portion: f32,
    ) -> ContactBody {
        let at = |corner: u32| Vec3::from_slice(&self.positions[corner as usize][..3]);
        let segment = |[a, b]: &[u32; 2]| [*a, *b, NONE];
        let segments: Vec<[u32; 3]> = part.segments.iter().map(segment).collect();
        ContactBody {
            half_thickness: 0.0,
            allowance: (portion * mean_edge(&segments, at)).min(part.thickness),
            itself: 0,
            first,
            filters: filter(scene.colliders[part.collider].filter),
            bulk: COLLIDER_BULK,
        }
    }

    /// Friction and restitution of a part as words.
    pub(super) fn coefficients(&self, scene: &Scene, part: &ColliderPart) -> [u32; 4] {
        bytemuck::cast(coefficients(&scene.colliders[part.collider].coefficients))
    }
}

/// Largest thickness of the surfaces that collide with a collider, m; 0 if there are none. Particles and fluids collide with its faces alone.
fn largest_thickness(scene: &Scene, collider: &Collider) -> f32 {
    let own = filter(collider.filter);
    let collides = |body: &&Body| {
        body.kind != BodyKind::Fluid
            && body.keys.contact == Contact::Surface
            && filters_allow(own, filter(body.filter))
    };
    let bodies = scene.bodies.iter().filter(collides);
    bodies.map(|body| body.keys.thickness).fold(0.0, f32::max)
}

/// Sharp edges of a mesh, each from one of its faces.
fn mesh_edges(scene: &Scene, collision_meshes: &CollisionMeshes, mesh: usize) -> Edges {
    let collision_mesh = &scene.collision_meshes[mesh];
    let deforms = !collision_mesh.vertices.is_empty();
    let mut edges = Edges::default();
    let mut known = BTreeMap::new();
    let mut corner = |at: (u32, &Face), vertex: u32, k: usize| {
        *known.entry(vertex).or_insert_with(|| {
            edges
                .corners
                .push(mesh_corner(at, k, collision_mesh.closed, deforms));
            edges.corners.len() as u32 - 1
        })
    };
    for (at, face, triangle) in collision_meshes.faces_of(collision_mesh, mesh) {
        for k in (0..3).filter(|k| is_sharp(face, *k, collision_mesh.closed)) {
            let ends = [k, (k + 1) % 3].map(|k| corner((at, face), triangle[k], k));
            edges.segments.push(ends);
        }
    }
    edges
}

fn mesh_corner((at, face): (u32, &Face), k: usize, closed: bool, deforms: bool) -> ColliderCorner {
    let normal = [face.normal_a, face.normal_b, face.normal_c][k];
    ColliderCorner {
        face: if deforms { at } else { NONE },
        corner: k as u32,
        local: [face.a, face.b, face.c][k],
        outward: if closed { normal } else { [0.0; 3] },
        ..ColliderCorner::default()
    }
}

/// Whether the edge of a face from its corner k to the next is sharp, or a boundary, and belongs to this face.
fn is_sharp(face: &Face, k: usize, closed: bool) -> bool {
    let corners = [face.a, face.b, face.c].map(Vec3::from);
    let along = corners[(k + 1) % 3] - corners[k];
    let mean = [face.normal_ab, face.normal_bc, face.normal_ca][k];
    let bend = bend_at_edge(along, face.normal.into(), mean.into(), !closed);
    face.tested & (1 << k) != 0 && bend > SHARP_BEND
}

/// The twelve edges of a box.
fn box_edges(half: Vec3) -> Edges {
    let side = |i: u32, k: u32| if i >> k & 1 == 0 { -1.0 } else { 1.0 };
    let corner = |i: u32| {
        let outward = Vec3::from_array([0, 1, 2].map(|k| side(i, k)));
        ColliderCorner {
            face: NONE,
            local: (half * outward).to_array(),
            outward: outward.to_array(),
            ..ColliderCorner::default()
        }
    };
    let edges = (0..8_u32).flat_map(|i| [1, 2, 4].map(|bit| [i, i | bit]));
    Edges {
        corners: (0..8).map(corner).collect(),
        segments: edges.filter(|[a, b]| a != b).collect(),
    }
}
