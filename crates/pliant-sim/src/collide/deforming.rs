//! Meshes that deform by skins and morph targets: their vertices in each substep, and the colliders that they are.

use super::carried_joints::{CarriedJointBuffers, CarriedJoints, Carrying};
use super::collider_tree::UNBOUNDED;
use super::collision_meshes::{CollisionMeshes, open_features};
use super::deforming_boxes::DeformingBox;
use super::kinematic::Kinematics;
use crate::build::pools::Pools;
use crate::error::Error;
use crate::memory::Maker;
use crate::rigid::{RigidBuffers, Rigids};
use crate::settings::Settings;
use crate::world::ColliderBuffers;
use pliant_passes::passes::{collide, particles};
use pliant_passes::types::{
    Bounds, CountParams, DeformFacesParams, DeformParams, DeformingCorner, DeformingFace,
    DeformingVertex, Influence, MorphDelta, Pin, WORKGROUP,
};
use pliant_passes::{Buffer, Engine, Recording, bind};
use pliant_scene::{Anchor, Collider, CollisionMesh, Deformation, Scene, Shape};
use std::collections::HashSet;

/// A box that holds everything.
const ANYWHERE: Bounds = Bounds {
    low: [-UNBOUNDED; 3],
    high: [UNBOUNDED; 3],
};

/// All deforming meshes of a scene. Those that act on bodies come first, since each substep needs them.
#[derive(Default)]
pub(crate) struct DeformingMeshes {
    meshes: Vec<DeformingMesh>,
    vertices: Vec<DeformingVertex>,
    influences: Vec<Influence>,
    deltas: Vec<MorphDelta>,
    /// Faces of colliders, in the order of their trees.
    faces: Vec<DeformingFace>,
    corners: Vec<DeformingCorner>,
    /// Faces around each corner.
    one_ring: Vec<u32>,
    /// First box of each collider's tree, and number of its faces.
    trees: Vec<[u32; 2]>,
    /// Number of the scene's colliders if some deform, else 0.
    colliders: usize,
    /// Number of vertices that each substep needs, which are the first.
    active: u32,
    /// Index of the first vertex among those that are drawn.
    pub(crate) first_vertex: u32,
    /// Number of matrices of a substep.
    matrices: u32,
    /// Number of morph weights of a substep.
    weights: u32,
    carried: CarriedJoints,
    /// Whether an animation or a rigid body moves any of them.
    moving: bool,
    /// Whether rigid bodies collide with any of them.
    collides_with_rigids: bool,
}

/// What the host uploads of a frame, set by set: those of the frame's start, and of each substep's end if they move.
#[derive(Default)]
pub(crate) struct DeformingFrame {
    /// Columns of the matrices of joints.
    pub(crate) matrices: Vec<[f32; 4]>,
    /// Morph weights.
    pub(crate) weights: Vec<f32>,
    /// Columns of the matrices of carried joints in the frames of their bodies.
    pub(crate) carried: Vec<[f32; 4]>,
    /// The box around each collider in the whole frame, in the order of the scene's colliders; unbounded where it does not deform or
    /// rigid bodies carry it.
    pub(crate) boxes: Vec<Bounds>,
    /// Boxes of colliders that move in the frame by their animations.
    pub(crate) moved: Vec<Bounds>,
}

/// The mesh of one node.
struct DeformingMesh {
    /// Without the vertices, which are in the pools.
    deformation: Deformation,
    /// Index of its first vertex among those that are drawn.
    first_vertex: u32,
    /// Its first matrix and its first morph weight in a set.
    first_matrix: u32,
    first_weight: u32,
    bounds: DeformingBox,
    /// The collider that it is, unless rigid bodies carry it.
    collider: Option<usize>,
}

impl DeformingMeshes {
    /// `first_vertex`: number of drawn vertices of bodies, which precede those of deforming meshes.
    pub(crate) fn new(
        (scene, rigids): (&Scene, &Rigids),
        first_vertex: u32,
        collision_meshes: &CollisionMeshes,
        kinematics: &Kinematics,
    ) -> Self {
        let mut all = Self {
            first_vertex,
            ..Self::default()
        };
        let (active, drawn): (Vec<usize>, Vec<usize>) = nodes(scene)
            .into_iter()
            .partition(|node| acts(scene, *node));
        for node in active {
            all.add(scene, rigids, node);
        }
        all.active = all.vertices.len() as u32;
        for node in drawn {
            all.add(scene, rigids, node);
        }
        for (index, collider) in scene.colliders.iter().enumerate() {
            if collider.deforms {
                all.colliders = scene.colliders.len();
                all.add_collider(scene, (index, collider), collision_meshes);
            }
        }
        let morphs = |mesh: &DeformingMesh| {
            let animations = kinematics.animations().iter();
            let mut channels = animations.flat_map(|animation| &animation.channels);
            channels.any(|c| c.node == mesh.deformation.node && !c.moves_node())
        };
        let follows = |mesh: &DeformingMesh| {
            let mut joints = mesh.deformation.joints.iter();
            joints.any(|joint| kinematics.moving(joint.node))
        };
        let animated = all.meshes.iter().any(|mesh| morphs(mesh) || follows(mesh));
        all.moving = animated || !all.carried.is_empty();
        all.collides_with_rigids = rigids.collides_with_deforming;
        all
    }

    fn add(&mut self, scene: &Scene, rigids: &Rigids, node: usize) {
        let Some(mut deformation) = scene.deformation(node) else {
            return;
        };
        let (influences, deltas) = (self.influences.len() as u32, self.deltas.len() as u32);
        let influence = |(joint, weight): &(u32, f32)| Influence {
            matrix: self.matrices + joint,
            weight: *weight,
        };
        self.influences
            .extend(deformation.influences.iter().map(influence));
        let delta = |(target, displacement): &(u32, glam::Vec3)| MorphDelta {
            target: self.weights + target,
            displacement: displacement.to_array(),
        };
        self.deltas.extend(deformation.deltas.iter().map(delta));
        let first_vertex = self.first_vertex + self.vertices.len() as u32;
        for (v, position) in deformation.positions.iter().enumerate() {
            self.vertices.push(DeformingVertex {
                position: position.to_array(),
                first_influence: influences + deformation.influence_starts[v],
                last_influence: influences + deformation.influence_starts[v + 1],
                first_delta: deltas + deformation.delta_starts[v],
                last_delta: deltas + deformation.delta_starts[v + 1],
            });
        }
        let joints = &deformation.joints;
        self.carried.add((scene, rigids), joints, self.matrices);
        let (matrices, weights) = (joints.len() as u32, deformation.weights.len() as u32);
        let bounds = DeformingBox::new(&deformation);
        deformation.forget_vertices();
        let mut colliders = scene.colliders.iter();
        let own = colliders.position(|collider| collider.deforms && collider.node == node);
        self.meshes.push(DeformingMesh {
            deformation,
            first_vertex,
            first_matrix: self.matrices,
            first_weight: self.weights,
            bounds,
            collider: own.filter(|_| !scene.follows_rigids(node)),
        });
        self.matrices += matrices;
        self.weights += weights;
    }

    fn add_collider(
        &mut self,
        scene: &Scene,
        (index, collider): (usize, &Collider),
        collision_meshes: &CollisionMeshes,
    ) {
        let (Shape::Mesh { collision_mesh, .. }, Some(first_vertex)) =
            (collider.shape, self.first_vertex_of(collider.node))
        else {
            return;
        };
        let mesh = &scene.collision_meshes[collision_mesh];
        let [first_box, first_face, count] = collision_meshes.ranges[collision_mesh];
        let (first_corner, first_own) = (self.corners.len() as u32, self.faces.len() as u32);
        let (open_corners, open_edges) = open_features(mesh);
        let order = &collision_meshes.orders[collision_mesh];
        let mut tested = HashSet::new();
        for (k, triangle) in (0..).zip(order) {
            let corners = mesh.triangles[*triangle as usize];
            let open_corner = |j: usize| open_corners[corners[j] as usize];
            // The edge from corner j to the next one is opposite to the third.
            let open_edge = |j: usize| open_edges[*triangle as usize][(j + 2) % 3];
            let bit = |open: bool, at: usize| u32::from(open) << at;
            let open = (0..3).map(|j| bit(open_corner(j), j) | bit(open_edge(j), 3 + j));
            // An edge is its two corners, and a corner twice the same one.
            let mut is_first = |a: u32, b: u32| tested.insert([a.min(b), a.max(b)]);
            let owned = (0..3).map(|j| {
                let [corner, next] = [corners[j], corners[(j + 1) % 3]];
                bit(is_first(corner, next), j) | bit(is_first(corner, corner), 3 + j)
            });
            self.faces.push(DeformingFace {
                corners: corners.map(|corner| first_corner + corner),
                face: first_face + k,
                node: first_box + k,
                collider: index as u32,
                open: open.sum(),
                owned: owned.sum(),
                two_sided: u32::from(!mesh.closed),
            });
        }
        self.add_corners(mesh, order, (first_vertex, first_own));
        self.trees.push([first_box, count]);
    }

    /// Adds the corners of a collision mesh with the faces around each.
    fn add_corners(&mut self, mesh: &CollisionMesh, order: &[u32], first: (u32, u32)) {
        let mut around = vec![Vec::new(); mesh.positions.len()];
        for (face, triangle) in (first.1..).zip(order) {
            for corner in mesh.triangles[*triangle as usize] {
                around[corner as usize].push(face);
            }
        }
        for (vertex, faces) in mesh.vertices.iter().zip(around) {
            let start = self.one_ring.len() as u32;
            self.one_ring.extend(faces);
            self.corners.push(DeformingCorner {
                vertex: first.0 + vertex,
                first: start,
                last: self.one_ring.len() as u32,
            });
        }
    }

    /// Nodes of all deforming meshes, and the index of the first vertex of each among those that are drawn.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        let node = |mesh: &DeformingMesh| (mesh.deformation.node, mesh.first_vertex);
        self.meshes.iter().map(node)
    }

    /// Index of the first vertex of a node's mesh among those that are drawn; `None` where it does not deform.
    pub(crate) fn first_vertex_of(&self, node: usize) -> Option<u32> {
        let mut nodes = self.nodes();
        nodes.find_map(|(of, first)| (of == node).then_some(first))
    }

    /// Pins of bodies that follow their own skins.
    pub(crate) fn pins(&self, scene: &Scene, pools: &Pools) -> Vec<Pin> {
        let mut pins = Vec::new();
        let skinned = scene.bodies.iter().enumerate();
        for (index, body) in skinned.filter(|(_, b)| b.skinned && !b.held && b.lattice.is_none()) {
            let Some(first) = self.first_vertex_of(body.node) else {
                continue;
            };
            pins.extend(body.pinned.iter().map(|particle| Pin {
                particle: pools.first_particle[index] + particle,
                vertex: first + body.vertex_of_particle[*particle as usize],
                ..Pin::default()
            }));
        }
        pins
    }

    /// Node of a vertex, by its index among those that are drawn.
    pub(crate) fn node_of(&self, vertex: u32) -> usize {
        let after = self
            .meshes
            .partition_point(|mesh| mesh.first_vertex <= vertex);
        self.meshes[after.saturating_sub(1)].deformation.node
    }

    /// Number of vertices.
    pub(crate) fn count(&self) -> u32 {
        self.vertices.len() as u32
    }

    /// Whether matrices or weights change from frame to frame.
    pub(crate) fn moves(&self) -> bool {
        self.moving
    }

    /// Whether colliders deform.
    pub(crate) fn collide(&self) -> bool {
        !self.faces.is_empty()
    }

    /// Sets of matrices and weights of a frame: those of its start, and of each substep's end if they move.
    fn sets(&self, settings: &Settings) -> u32 {
        if self.moving {
            settings.substeps + 1
        } else {
            1
        }
    }

    /// Matrices and morph weights of all sets for the frame that starts at `start` s, and matrices of carried joints in the frames
    /// of their bodies.
    pub(crate) fn frame(
        &self,
        kinematics: &Kinematics,
        start: f64,
        settings: &Settings,
    ) -> DeformingFrame {
        let mut frame = DeformingFrame::default();
        if self.meshes.is_empty() {
            return frame;
        }
        for set in 0..self.sets(settings) {
            let time = start + f64::from(set) * settings.h();
            let world = kinematics.nodes_at(time, settings.repeat, &[]);
            for DeformingMesh { deformation, .. } in &self.meshes {
                let columns = deformation.matrices(&world);
                frame
                    .matrices
                    .extend(columns.flat_map(|matrix| matrix.to_cols_array_2d()));
                let animations = kinematics.animations();
                frame
                    .weights
                    .extend(deformation.weights_at(animations, time, settings.repeat));
            }
            frame.carried.extend(self.carried.columns(&world));
        }
        self.bound_colliders(&mut frame);
        frame
    }

    /// Computes the boxes of colliders in a frame from its matrices and weights.
    fn bound_colliders(&self, frame: &mut DeformingFrame) {
        frame.boxes = vec![ANYWHERE; self.colliders];
        let of_mesh = |mesh: &DeformingMesh, [matrices, weights]: [usize; 2]| {
            let first = mesh.first_matrix as usize;
            let joints = matrices + first..matrices + first + mesh.deformation.joints.len();
            let columns = &frame.matrices[4 * joints.start..4 * joints.end];
            let first = weights + mesh.first_weight as usize;
            let weights = &frame.weights[first..first + mesh.deformation.weights.len()];
            (columns, weights)
        };
        let [matrices, weights] = [self.matrices, self.weights].map(|count| count as usize);
        let sets = frame.matrices.len() / (4 * matrices).max(1);
        for mesh in &self.meshes {
            let Some(collider) = mesh.collider else {
                continue;
            };
            let all = (0..sets).map(|set| of_mesh(mesh, [set * matrices, set * weights]));
            let boxes = all
                .clone()
                .map(|(columns, weights)| mesh.bounds.at(columns, weights));
            let bounds = boxes.fold(Bounds::NOTHING, Bounds::join);
            let start = of_mesh(mesh, [0, 0]);
            if all.into_iter().any(|set| set != start) {
                frame.moved.push(bounds);
            }
            frame.boxes[collider] = bounds;
        }
    }

    /// Deforms meshes in a substep before rigid bodies collide with them. Those that rigid bodies carry follow in `record_substep`.
    pub(crate) fn record_ahead(
        &self,
        record: &mut Recording,
        buffers: DeformingPasses<'_>,
        (substep, all): (u32, bool),
    ) {
        if self.moving && self.collides_with_rigids {
            let count = if all { self.count() } else { self.active };
            self.record(record, buffers, self.params(count, substep + 1));
        }
    }

    /// Deforms meshes in a substep, all of them or those that act on bodies.
    pub(crate) fn record_substep(
        &self,
        record: &mut Recording,
        buffers: DeformingPasses<'_>,
        (substep, all): (u32, bool),
    ) {
        if self.moving && !(self.collides_with_rigids && self.carried.is_empty()) {
            let count = if all { self.count() } else { self.active };
            self.carry(record, buffers, (substep + 1, false));
            self.record(record, buffers, self.params(count, substep + 1));
        }
    }

    /// Deforms all meshes as rigid bodies have left them at the end of a frame of this many substeps.
    pub(crate) fn record_end(
        &self,
        record: &mut Recording,
        buffers: DeformingPasses<'_>,
        substeps: u32,
    ) {
        if !self.carried.is_empty() {
            self.carry(record, buffers, (substeps, true));
            let params = self.params(self.count(), substeps);
            self.record(record, buffers, params);
        }
    }

    /// Deforms all meshes as they are at the start of a frame, without motion.
    pub(crate) fn record_start(&self, record: &mut Recording, buffers: DeformingPasses<'_>) {
        self.carry(record, buffers, (0, true));
        let params = DeformParams {
            matrices: 0,
            weights: 0,
            ..self.params(self.count(), 0)
        };
        self.record(record, buffers, params);
    }

    /// Computes the matrices of carried joints of a set and of the one before it.
    fn carry(
        &self,
        record: &mut Recording,
        buffers: DeformingPasses<'_>,
        (set, ended): (u32, bool),
    ) {
        let own = (&buffers.own.carried, buffers.own.matrices);
        let carrying = Carrying {
            set,
            matrices: self.matrices,
            ended,
        };
        self.carried.record(record, own, buffers.rigids, carrying);
    }

    fn params(&self, count: u32, set: u32) -> DeformParams {
        DeformParams {
            count,
            first_vertex: self.first_vertex,
            first_matrix: set * self.matrices,
            matrices: self.matrices,
            first_weight: set * self.weights,
            weights: self.weights,
        }
    }

    fn record(&self, record: &mut Recording, buffers: DeformingPasses<'_>, params: DeformParams) {
        let DeformingPasses {
            own,
            vertices,
            colliders,
            ..
        } = buffers;
        let deform = bind!(particles::DeformVertices {
            influences, deltas, matrices, morph_weights from own; vertices;
            deforming_vertices = own.vertices; vertex_motions = own.motions;
        });
        record.pass(deform, params, params.count);
        if !self.collide() {
            return;
        }
        record.fill(colliders.largest_motions, 0);
        let faces = bind!(collide::DeformFaces {
            corners, one_ring from own; vertices;
            mesh_faces, mesh_boxes, face_motions, largest_motions from colliders;
            deforming_faces = own.faces; vertex_motions = own.motions;
        });
        let params = DeformFacesParams {
            count: self.faces.len() as u32,
            first_vertex: self.first_vertex,
        };
        record.pass(faces, params, params.count);
        let refit = bind!(collide::RefitMeshes { trees from own; nodes = colliders.mesh_boxes; });
        let count = self.trees.len() as u32;
        record.pass(refit, CountParams { count }, WORKGROUP * count);
    }
}

/// Buffers that the passes of deforming meshes bind.
#[derive(Clone, Copy)]
pub(crate) struct DeformingPasses<'a> {
    pub(crate) own: &'a DeformingBuffers,
    /// All drawn vertices.
    pub(crate) vertices: Buffer<[f32; 3]>,
    pub(crate) colliders: &'a ColliderBuffers,
    pub(crate) rigids: &'a RigidBuffers,
}

/// Nodes whose meshes deform. Of bodies, only those whose particles follow their own skin.
fn nodes(scene: &Scene) -> Vec<usize> {
    let unused = |node: &usize| scene.nodes[*node].body.is_some() && !acts(scene, *node);
    let nodes = scene.order.iter().copied();
    nodes
        .filter(|node| scene.deforms(*node) && !unused(node))
        .collect()
}

/// Whether a deforming mesh acts on bodies: as a collider, or by what is pinned or attached to it.
fn acts(scene: &Scene, node: usize) -> bool {
    let mut colliders = scene.colliders.iter();
    let collides = colliders.any(|collider| collider.deforms && collider.node == node);
    let own = scene.nodes[node].body.map(|body| &scene.bodies[body]);
    let pins = own.is_some_and(|body| !body.pinned.is_empty());
    let mut attachments = scene.bodies.iter().flat_map(|body| &body.attachments);
    let on_it = |to: Anchor| matches!(to, Anchor::Deforming { node: to, .. } if to == node);
    collides || pins || attachments.any(|attachment| on_it(attachment.to))
}

/// Buffers of deforming meshes; a few bytes each where there are none.
pub(crate) struct DeformingBuffers {
    vertices: Buffer<DeformingVertex>,
    influences: Buffer<Influence>,
    deltas: Buffer<MorphDelta>,
    faces: Buffer<DeformingFace>,
    corners: Buffer<DeformingCorner>,
    one_ring: Buffer<u32>,
    trees: Buffer<[u32; 2]>,
    /// Matrices of joints at the frame's start and at each substep's end, four columns each.
    pub(crate) matrices: Buffer<[f32; 4]>,
    /// Morph weights of the same times.
    pub(crate) morph_weights: Buffer<f32>,
    pub(crate) carried: CarriedJointBuffers,
    /// Displacement of each vertex in the substep, m.
    pub(crate) motions: Buffer<[f32; 3]>,
}

impl DeformingBuffers {
    pub(crate) fn new<E: Engine>(
        make: &mut Maker<'_, E>,
        meshes: &DeformingMeshes,
        settings: &Settings,
    ) -> Result<Self, Error> {
        let sets = meshes.sets(settings) as usize;
        let matrices = 4 * sets * meshes.matrices as usize;
        Ok(Self {
            vertices: make.filled("deforming vertices", &meshes.vertices)?,
            influences: make.filled("influences of joints", &meshes.influences)?,
            deltas: make.filled("morph deltas", &meshes.deltas)?,
            faces: make.filled("deforming faces", &meshes.faces)?,
            corners: make.filled("deforming corners", &meshes.corners)?,
            one_ring: make.filled("one-rings of deforming corners", &meshes.one_ring)?,
            trees: make.filled("trees of deforming colliders", &meshes.trees)?,
            matrices: make.upload("joint matrices", matrices)?,
            morph_weights: make.upload("morph weights", sets * meshes.weights as usize)?,
            carried: CarriedJointBuffers::new(make, &meshes.carried, sets)?,
            motions: make.zeros("motions of deforming vertices", meshes.vertices.len())?,
        })
    }
}
