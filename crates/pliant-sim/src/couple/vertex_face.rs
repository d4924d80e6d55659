//! Vertex–face contacts: sample points of colliders against triangles that are larger than the collider (docs/method.md §28).

use super::color::{Colors, End, colored};
use super::impulses::{apply_impulses, sum_impulses};
use crate::build::one_rings::surface;
use crate::build::pools::Pools;
use crate::contact::ColliderEdges;
use crate::error::Error;
use crate::memory::Maker;
use crate::rigid::{RigidBuffers, Rigids, half_size};
use crate::world::{Iterate, World};
use glam::{Vec3, Vec4, Vec4Swizzles};
use pliant_passes::passes::couple;
use pliant_passes::types::{
    CoupledSum, LargeTriangle, MOST_VERTEX_FACES, RigidImpulse, SamplePoint, VertexFaceParams,
};
use pliant_passes::{Buffer, Engine, Recording, Variant, bind};
use pliant_scene::{BodyKind, Collider, Scene, Shape};
use std::f32::consts::TAU;

/// Sample points on each rim of a cylinder.
const RIM_POINTS: u32 = 8;
/// Most sample points of a mesh: its vertices, or every n-th of them.
const MAX_MESH_POINTS: usize = 128;

/// Large triangles by colour, and sample points of colliders; empty where all triangles are small. Triangles of one colour
/// share no particles.
#[derive(Default)]
pub(crate) struct VertexFaces {
    triangles: Vec<LargeTriangle>,
    colors: Colors,
    sample_points: Vec<SamplePoint>,
    /// Start of the sample points of each collider, and their number.
    sample_starts: Vec<u32>,
    /// Number of rigid bodies.
    bodies: u32,
}

impl VertexFaces {
    /// `rests` are the rest positions of particles, m. Colliders whose edges collide with surfaces need no sample points.
    pub(crate) fn new(
        scene: &Scene,
        (pools, rests): (&Pools, &[[f32; 4]]),
        (rigids, edges): (&Rigids, &ColliderEdges),
    ) -> Self {
        let world = scene.pose(0.0, false);
        let (mut sample_points, mut sample_starts) = (Vec::new(), vec![0]);
        let mut min_length = f32::INFINITY;
        for (index, collider) in scene.colliders.iter().enumerate() {
            // Static colliders collide with particles only: the scene places them as intended.
            let moves = collider.animated || collider.rigid.is_some();
            if moves && !edges.has(index) {
                let scale = collider.scale(world[collider.node]);
                let own = sample_points_of(scene, collider, scale);
                if !own.is_empty() {
                    let half = half_size(scene, collider, world[collider.node]);
                    min_length = min_length.min(2.0 * half.min_element());
                }
                sample_points.extend(own.into_iter().map(|(position, radius)| SamplePoint {
                    position: position.to_array(),
                    radius,
                    collider: index as u32,
                }));
            }
            sample_starts.push(sample_points.len() as u32);
        }
        // Convex pieces stand in for colliders among rigid bodies.
        sample_starts.resize(scene.solids().count() + 1, sample_points.len() as u32);
        let triangles = large_triangles(scene, pools, rests, min_length);
        if triangles.is_empty() {
            return Self::default();
        }
        let ends = |triangle: &LargeTriangle| triangle.corners.map(End::Particle).to_vec();
        let (order, colors) = colored(triangles.iter().map(ends));
        Self {
            triangles: order.into_iter().map(|index| triangles[index]).collect(),
            colors,
            sample_points,
            sample_starts,
            bodies: rigids.bodies.len() as u32,
        }
    }

    /// Solves contacts of sample points with large triangles in `iterate`.
    pub(crate) fn solve(
        &self,
        record: &mut Recording,
        (world, own, rigids): (World<'_>, &VertexFaceBuffers, &RigidBuffers),
        (first_pose, features): (u32, u32),
        iterate: Iterate,
    ) {
        if self.triangles.is_empty() {
            return;
        }
        record.fill(own.sums, 0);
        let params = VertexFaceParams {
            count: self.triangles.len() as u32,
            colliders: self.sample_starts.len() as u32 - 1,
            first_pose,
            first_color: 0,
            colors: 0,
        };
        let find = bind!(couple::FindVertexFaces {
            sample_points, sample_starts, vertex_faces, impulses from own;
            order, nodes, parts from world.colliders.tree;
            bodies, position from world.particles; poses from world.colliders;
            displacement from iterate; large_triangles = own.triangles;
            colliders = world.colliders.shapes;
        });
        record.pass(find, params, params.count);
        let rows = MOST_VERTEX_FACES * params.count;
        sum_impulses(record, rigids, rows, (own.impulses, own.sums));
        let solve = bind!(couple::SolveVertexFaceContacts {
            color_starts, vertex_faces, sample_points, sums, impulses from own;
            bodies, position, velocity from world.particles;
            poses from world.colliders;
            displacement, displacement_before, current_position from iterate;
            states, steps from rigids; large_triangles = own.triangles;
            colliders = world.colliders.shapes;
        });
        for dispatch in self.colors.dispatches() {
            let params = VertexFaceParams {
                first_color: dispatch.first_color,
                colors: dispatch.colors,
                ..params
            };
            let features = features | dispatch.features;
            let variant = Variant { lanes: 1, features };
            record.pass_variant(solve, params, dispatch.count, variant);
        }
        sum_impulses(record, rigids, rows, (own.impulses, own.sums));
        apply_impulses(record, rigids, self.bodies, own.sums);
    }
}

/// Triangles of cloth and balloons with an edge longer than `min_length`, m.
fn large_triangles(
    scene: &Scene,
    pools: &Pools,
    rests: &[[f32; 4]],
    min_length: f32,
) -> Vec<LargeTriangle> {
    let mut all = Vec::new();
    for (index, body) in scene.bodies.iter().enumerate() {
        if !matches!(body.kind, BodyKind::Cloth | BodyKind::Balloon) {
            continue;
        }
        let long = |corners: &[u32; 3]| {
            let [a, b, c] = corners.map(|p| Vec4::from(rests[p as usize]).xyz());
            a.distance(b).max(b.distance(c)).max(c.distance(a)) > min_length
        };
        let triangles = surface(scene, pools, index).into_iter().filter(long);
        all.extend(triangles.map(|corners| LargeTriangle {
            corners,
            body: index as u32,
        }));
    }
    all
}

/// Positions and radii of a collider's sample points, in its frame, m.
fn sample_points_of(scene: &Scene, collider: &Collider, scale: Vec3) -> Vec<(Vec3, f32)> {
    let up = |y: f32| Vec3::Y * y;
    match collider.shape {
        Shape::Plane { .. } => Vec::new(),
        Shape::Sphere { radius } => vec![(Vec3::ZERO, radius)],
        Shape::Box { half } => on_box().map(|x| (x * half, 0.0)).collect(),
        Shape::Capsule {
            height,
            bottom,
            top,
        } => vec![
            (up(-0.5 * height), bottom),
            (Vec3::ZERO, 0.5 * (bottom + top)),
            (up(0.5 * height), top),
        ],
        Shape::Cylinder {
            height,
            bottom,
            top,
        } => [(-0.5 * height, bottom), (0.5 * height, top)]
            .into_iter()
            .flat_map(|(y, radius)| {
                let angle = |k: u32| TAU * k as f32 / RIM_POINTS as f32;
                let rim = move |k: u32| {
                    Vec3::new(pliant_math::cos(angle(k)), 0.0, pliant_math::sin(angle(k)))
                };
                (0..RIM_POINTS).map(move |k| (radius * rim(k) + Vec3::Y * y, 0.0))
            })
            .collect(),
        Shape::Mesh { collision_mesh, .. } => {
            let positions = &scene.collision_meshes[collision_mesh].positions;
            let step = positions.len().div_ceil(MAX_MESH_POINTS).max(1);
            let some = positions.iter().step_by(step);
            some.map(|x| (*x * scale, 0.0)).collect()
        }
    }
}

/// Corners of a cube from −1 to 1, and the midpoints of its edges.
fn on_box() -> impl Iterator<Item = Vec3> {
    let digit = |i: i32, unit: i32| (i / unit % 3 - 1) as f32;
    let at = move |i: i32| Vec3::new(digit(i, 1), digit(i, 3), digit(i, 9));
    (0..27).map(at).filter(|x| x.abs().element_sum() > 1.5)
}

/// Buffers of large triangles and sample points; a few bytes each where there are none.
pub(crate) struct VertexFaceBuffers {
    /// Large triangles sorted by colour, and the start of each colour.
    triangles: Buffer<LargeTriangle>,
    color_starts: Buffer<u32>,
    /// Sample points of all colliders, and the start of those of each.
    sample_points: Buffer<SamplePoint>,
    sample_starts: Buffer<u32>,
    /// The sample points that each triangle contacts in an iteration, then NONE.
    vertex_faces: Buffer<[u32; 4]>,
    /// Impulse of each of these contacts on its body, and their sums over each body as integers.
    impulses: Buffer<RigidImpulse>,
    sums: Buffer<CoupledSum>,
}

impl VertexFaceBuffers {
    pub(crate) fn new<E: Engine>(
        make: &mut Maker<'_, E>,
        plan: &VertexFaces,
    ) -> Result<Self, Error> {
        Ok(Self {
            triangles: make.filled("large triangles", &plan.triangles)?,
            color_starts: make.filled("starts of their colours", &plan.colors.starts)?,
            sample_points: make.filled("sample points of colliders", &plan.sample_points)?,
            sample_starts: make.filled("starts of sample points", &plan.sample_starts)?,
            vertex_faces: make.empty::<[u32; 4]>("vertex–face contacts", plan.triangles.len())?,
            impulses: make.empty::<RigidImpulse>(
                "impulses of vertex–face contacts",
                MOST_VERTEX_FACES as usize * plan.triangles.len(),
            )?,
            sums: make.empty::<CoupledSum>("impulses of large triangles", plan.bodies as usize)?,
        })
    }
}
