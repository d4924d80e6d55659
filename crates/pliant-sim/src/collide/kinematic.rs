//! Colliders and pins that follow glTF animations, substep by substep.

use super::collision_meshes::CollisionMeshes;
use crate::build::pools::Pools;
use crate::constraints::material::{coefficients, filter};
use crate::error::Error;
use crate::memory::Maker;
use crate::settings::Settings;
use glam::{Mat4, Vec3};
use pliant_passes::Buffer;
use pliant_passes::Engine;
use pliant_passes::types::{
    BOX, CAPSULE, CYLINDER, Collider, MESH, NONE, PLANE, Pin, Pose, SPHERE,
};
use pliant_scene::{Animation, Scene, Shape};

/// Animated nodes with pins, their pins, and the poses of colliders.
pub(crate) struct Kinematics {
    scene: Scene,
    /// Nodes that pins and attachments follow, in the order of a substep's matrices.
    nodes: Vec<usize>,
    /// Pins that the host moves. Their matrices, which only translate, precede those of nodes.
    pub(crate) held: HeldPins,
    /// Whether each node of the scene is animated.
    moving: Vec<bool>,
    /// Pins of bodies whose node is animated.
    pub(crate) pins: Vec<Pin>,
    animated: bool,
}

impl Kinematics {
    pub(crate) fn new(scene: &Scene, pools: &Pools) -> Self {
        let skeleton = Scene {
            nodes: scene.nodes.clone(),
            animations: scene.animations.clone(),
            colliders: scene.solids().cloned().collect(),
            ..Scene::default()
        };
        let mut kinematics = Self {
            animated: scene.colliders.iter().any(|c| c.animated),
            scene: skeleton,
            nodes: Vec::new(),
            held: HeldPins::default(),
            moving: moving_nodes(scene),
            pins: Vec::new(),
        };
        kinematics.hold(scene, pools);
        let followers = scene.bodies.iter().enumerate();
        for (index, body) in followers.filter(|(_, b)| !b.held && !b.skinned) {
            if kinematics.moving[body.node] && !body.pinned.is_empty() {
                let matrix = kinematics.row(body.node);
                let pin = |particle: &u32| Pin {
                    particle: pools.first_particle[index] + particle,
                    matrix,
                    local: local(scene, pools, index, *particle).to_array(),
                    vertex: NONE,
                };
                kinematics.pins.extend(body.pinned.iter().map(pin));
            }
        }
        kinematics
    }

    /// Adds the pins that the host moves.
    fn hold(&mut self, scene: &Scene, pools: &Pools) {
        let held = scene.bodies.iter().enumerate().filter(|(_, b)| b.held);
        for (index, body) in held {
            for particle in &body.pinned {
                self.pins.push(Pin {
                    particle: pools.first_particle[index] + particle,
                    matrix: self.held.to.len() as u32,
                    local: [0.0; 3],
                    vertex: NONE,
                });
                self.held.to.push(Vec3::ZERO);
            }
        }
        self.held.from.clone_from(&self.held.to);
    }

    /// Row of a node among a substep's matrices; adds the node if necessary.
    pub(crate) fn row(&mut self, node: usize) -> u32 {
        let found = self.nodes.iter().position(|n| *n == node);
        let index = found.unwrap_or_else(|| {
            self.nodes.push(node);
            self.nodes.len() - 1
        });
        (self.held.to.len() + index) as u32
    }

    /// The node of a row of a substep's matrices.
    pub(crate) fn node(&self, row: u32) -> usize {
        self.nodes[row as usize - self.held.to.len()]
    }

    /// Sets of collider poses: one for the start, then one for each substep, or a single one if nothing is animated.
    pub(crate) fn pose_sets(&self, settings: &Settings) -> u32 {
        if self.animated {
            settings.substeps + 1
        } else {
            2
        }
    }

    /// Index of the first pose of a substep's end; the poses of its start precede them.
    pub(crate) fn first_pose(&self, substep: u32) -> u32 {
        let set = if self.animated { substep + 1 } else { 1 };
        set * self.scene.colliders.len() as u32
    }

    /// Number of matrices of a substep.
    pub(crate) fn matrices_per_substep(&self) -> u32 {
        (self.held.to.len() + self.nodes.len()) as u32
    }

    /// Number of matrices of a frame: those of its start, then those of each substep's end.
    pub(crate) fn matrices(&self, settings: &Settings) -> u32 {
        (settings.substeps + 1) * self.matrices_per_substep()
    }

    /// Index of the first matrix of a substep's end; those of its start precede them.
    pub(crate) fn first_matrix(&self, substep: u32) -> u32 {
        (substep + 1) * self.matrices_per_substep()
    }

    /// Whether an animation moves a node.
    pub(crate) fn moving(&self, node: usize) -> bool {
        self.moving[node]
    }

    /// All animations of the scene.
    pub(crate) fn animations(&self) -> &[Animation] {
        &self.scene.animations
    }

    /// World matrix of every node at `time` s; `overrides` overrides the matrices of some.
    pub(crate) fn nodes_at(
        &self,
        time: f64,
        repeat: bool,
        overrides: &[(usize, Mat4)],
    ) -> Vec<Mat4> {
        self.scene.pose_with(time, repeat, overrides)
    }

    /// Whether poses or matrices change from frame to frame.
    pub(crate) fn moves(&self) -> bool {
        self.animated
            || !self.held.to.is_empty()
            || self.nodes.iter().any(|node| self.moving[*node])
    }

    /// For the frame that starts at `start` s: poses of all sets, and matrices of its start and of each substep's end.
    pub(crate) fn frame(&self, start: f64, settings: &Settings) -> (Vec<Pose>, Vec<[f32; 4]>) {
        let mut poses = Vec::new();
        let mut matrices = Vec::new();
        for set in 0..=settings.substeps {
            let world = self
                .scene
                .pose(start + f64::from(set) * settings.h(), settings.repeat);
            if set < self.pose_sets(settings) {
                let colliders = self.scene.colliders.iter();
                poses.extend(colliders.map(|collider| pose(collider, &world)));
            }
            let fraction = set as f32 / settings.substeps as f32;
            matrices.extend(self.held.columns(fraction));
            let columns = |node: &usize| world[*node].to_cols_array_2d();
            matrices.extend(self.nodes.iter().flat_map(columns));
        }
        (poses, matrices)
    }
}

/// Pins that the host moves.
#[derive(Default)]
pub(crate) struct HeldPins {
    /// Position of each at the start of the next frame, m.
    pub(crate) from: Vec<Vec3>,
    /// The same at its end.
    pub(crate) to: Vec<Vec3>,
}

impl HeldPins {
    /// Columns of the matrices at a fraction of the frame: they move to the position, along a straight line.
    fn columns(&self, fraction: f32) -> impl Iterator<Item = [f32; 4]> {
        let position = move |(from, to): (&Vec3, &Vec3)| from.lerp(*to, fraction);
        let columns = |p: Vec3| [[0.0; 4], [0.0; 4], [0.0; 4], [p.x, p.y, p.z, 1.0]];
        (self.from.iter().zip(&self.to))
            .map(position)
            .flat_map(columns)
    }
}

/// Pose of a collider, from the world matrices of nodes.
pub(crate) fn pose(collider: &pliant_scene::Collider, world: &[Mat4]) -> Pose {
    let matrix = world[collider.node];
    let (translation, rotation) = collider.placement(matrix);
    Pose {
        rotation: rotation.to_array(),
        translation: translation.to_array(),
        scale: collider.scale(matrix).to_array(),
    }
}

/// Position of a particle in the frame of its body's node at t = 0, m.
fn local(scene: &Scene, pools: &Pools, index: usize, particle: u32) -> Vec3 {
    let body = &scene.bodies[index];
    if let Some(lattice) = &body.lattice {
        let world = scene.pose(0.0, false)[body.node];
        return world
            .inverse()
            .transform_point3(lattice.positions[particle as usize]);
    }
    let source = pools.sources[(pools.first_particle[index] + particle) as usize];
    let accessor = pools.meshes[source.mesh as usize].position as usize;
    scene.accessors.vec3(accessor, source.vertex as usize)
}

/// Nodes that an animation moves, directly or through an ancestor.
fn moving_nodes(scene: &Scene) -> Vec<bool> {
    let mut moves = vec![false; scene.nodes.len()];
    let channels = scene.animations.iter().flat_map(|a| &a.channels);
    for channel in channels.filter(|channel| channel.moves_node()) {
        moves[channel.node] = true;
    }
    for &node in &scene.order {
        moves[node] |= scene.nodes[node].parent.is_some_and(|parent| moves[parent]);
    }
    moves
}

/// The free rigid body of a collider, or NONE.
fn carrier(scene: &Scene, collider: &pliant_scene::Collider) -> u32 {
    let free = |body: &usize| scene.rigids[*body].is_free();
    collider.rigid.filter(free).map_or(NONE, |body| body as u32)
}

/// Colliders in the layout of passes.
pub(crate) fn colliders<'a>(
    scene: &Scene,
    colliders: impl Iterator<Item = &'a pliant_scene::Collider>,
    collision_meshes: &CollisionMeshes,
) -> Vec<Collider> {
    /// Wide enough for any plane, and finite.
    const INFINITE: f32 = 3e38;
    let row = |collider: &pliant_scene::Collider| {
        let (shape, size, double_sided) = match collider.shape {
            Shape::Plane {
                size_x,
                size_z,
                double_sided,
            } => {
                let half = |size: Option<f32>| size.map_or(INFINITE, |s| 0.5 * s);
                (PLANE, [half(size_x), 0.0, half(size_z)], double_sided)
            }
            Shape::Sphere { radius } => (SPHERE, [radius, 0.0, 0.0], false),
            Shape::Box { half } => (BOX, half.to_array(), false),
            Shape::Capsule {
                height,
                bottom,
                top,
            } => (CAPSULE, [height, bottom, top], false),
            Shape::Cylinder {
                height,
                bottom,
                top,
            } => (CYLINDER, [height, bottom, top], false),
            Shape::Mesh { collision_mesh, .. } => (
                MESH,
                [1.0; 3],
                !scene.collision_meshes[collision_mesh].closed,
            ),
        };
        let [first_box, first_face, faces] = match collider.shape {
            Shape::Mesh { collision_mesh, .. } => collision_meshes.ranges[collision_mesh],
            _ => [0; 3],
        };
        let convex = match collider.shape {
            Shape::Mesh { collision_mesh, .. } => scene.collision_meshes[collision_mesh].hull,
            _ => true,
        };
        Collider {
            shape,
            double_sided: u32::from(double_sided),
            convex: u32::from(convex),
            size,
            faces,
            first_face,
            first_box,
            coefficients: coefficients(&collider.coefficients),
            filters: filter(collider.filter),
            rigid: carrier(scene, collider),
            first_motion: match collider.shape {
                Shape::Mesh { collision_mesh, .. } => collision_meshes.first_motion(collision_mesh),
                _ => 0,
            },
        }
    };
    colliders.map(row).collect()
}

/// Pins, and the matrices of their nodes at the end of each substep.
pub(crate) struct PinBuffers {
    pub(crate) pins: Buffer<Pin>,
    /// World matrices, four columns each.
    pub(crate) matrices: Buffer<[f32; 4]>,
}

impl PinBuffers {
    pub(crate) fn new<E: Engine>(
        make: &mut Maker<'_, E>,
        kinematics: &Kinematics,
        settings: &Settings,
    ) -> Result<Self, Error> {
        Ok(Self {
            pins: make.filled("pins", &kinematics.pins)?,
            matrices: make.upload("pin matrices", 4 * kinematics.matrices(settings) as usize)?,
        })
    }
}
