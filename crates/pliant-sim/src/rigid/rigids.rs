//! Rigid bodies on the host (docs/method.md §26).

use super::joints::Joints;
use super::rest::Sleep;

use crate::collide::collider_tree::UNBOUNDED;
use crate::settings::Settings;
use glam::{DMat4, DQuat, DVec3, Mat4, Quat, Vec3};
use pliant_passes::types::{NONE, RIGID_MOVES, Rigid, RigidCollider, RigidState};
use pliant_scene::{Collider, Scene, Shape};

/// Initial capacity of pairs, for each collider of a free body.
const PAIRS: u32 = 12;

/// All rigid bodies of a scene, on the host; empty where it has none.
#[derive(Default)]
pub(crate) struct Rigids {
    /// The scene's bodies, then one for each animated collider, then one for all static colliders.
    pub(crate) bodies: Vec<Rigid>,
    pub(crate) start: Vec<RigidState>,
    /// A row for each collider, and for each convex piece of one.
    pub(crate) parts: Vec<RigidCollider>,
    /// Capacity of the lists of pairs.
    pub(crate) capacity: u32,
    /// Whether bodies collide with meshes that deform.
    pub(crate) collides_with_deforming: bool,
    /// Whether some collider has restitution.
    pub(crate) has_restitution: bool,
    /// Whether the mouse can grab a body.
    pub(crate) interactive: bool,
    pub(crate) joints: Joints,
    pub(crate) sleep: Sleep,
    /// Node of each of the scene's bodies, and the node's matrix in the body's frame.
    nodes: Vec<(usize, DMat4)>,
}

impl Rigids {
    pub(crate) fn new(scene: &Scene, settings: &Settings) -> Self {
        if scene.rigids.is_empty() {
            return Self::default();
        }
        let world = scene.pose(0.0, settings.repeat);
        let mut all = Self {
            interactive: settings.interactive,
            has_restitution: scene
                .colliders
                .iter()
                .any(|c| c.coefficients.restitution > 0.0),
            ..Self::default()
        };
        for rigid in &scene.rigids {
            all.add(rigid, settings, world[rigid.node]);
        }
        all.add_animated(scene, &world);
        let static_body = all.bodies.len() as u32;
        all.bodies.push(infinite_mass());
        all.start.push(RigidState {
            rotation: Quat::IDENTITY.to_array(),
            ..RigidState::default()
        });
        for (index, collider) in scene.solids().enumerate() {
            let part = all.part(scene, collider, world[collider.node], index, static_body);
            let extent = &mut all.bodies[part.body as usize].extent;
            if part.body != static_body {
                let radius = Vec3::from(part.offset).length() + Vec3::from(part.half_size).length();
                *extent = extent.max(radius);
            }
            all.collides_with_deforming |= collider.deforms && part.cut == 0;
            all.parts.push(part);
        }
        all.sleep = Sleep::new(all.bodies.len(), settings.dt());
        all.joints = Joints::new(scene, &all.bodies, &all.parts, &world);
        let carried = all.parts.iter().filter(|p| p.carried != 0).count() as u32;
        all.capacity = PAIRS * carried + 64;
        all
    }

    fn add(&mut self, rigid: &pliant_scene::Rigid, settings: &Settings, world: Mat4) {
        let inverse = 1.0 / rigid.inertia;
        let spin = rigid.angular_velocity.as_dvec3();
        // A body of infinite inertia stores its angular velocity where others store their angular momentum.
        let momentum = if inverse == DVec3::ZERO {
            spin
        } else {
            let own = rigid.axes.conjugate() * spin;
            rigid.axes * (finite(rigid.inertia) * own)
        };
        self.bodies.push(Rigid {
            inverse_mass: (1.0 / rigid.mass) as f32,
            inverse_inertia: inverse.as_vec3().to_array(),
            gravity: rigid.gravity,
            keep: pliant_math::exp(-f64::from(rigid.air_drag) * settings.h()) as f32,
            follows: NONE,
            extent: 0.0,
            activity: RIGID_MOVES,
            unit: unit(rigid.mass),
            angular_unit: unit(finite(rigid.inertia).max_element()),
        });
        let position = rigid.center.as_vec3();
        self.start.push(RigidState {
            position: position.to_array(),
            compensation: (rigid.center - position.as_dvec3()).as_vec3().to_array(),
            rotation: rigid.axes.as_quat().normalize().to_array(),
            rotation_compensation: [0.0; 4],
            velocity: rigid.velocity.to_array(),
            momentum: momentum.as_vec3().to_array(),
        });
        let frame = DMat4::from_rotation_translation(rigid.axes, rigid.center);
        self.nodes
            .push((rigid.node, frame.inverse() * world.as_dmat4()));
    }

    /// Adds a body for each animated collider that is part of no rigid body.
    fn add_animated(&mut self, scene: &Scene, world: &[Mat4]) {
        for (index, collider) in scene.colliders.iter().enumerate() {
            if collider.rigid.is_none() && collider.animated {
                let (position, rotation) = collider.placement(world[collider.node]);
                self.bodies.push(Rigid {
                    follows: index as u32,
                    ..infinite_mass()
                });
                self.start.push(RigidState {
                    position: position.to_array(),
                    rotation: rotation.to_array(),
                    ..RigidState::default()
                });
            }
        }
    }

    fn part(
        &self,
        scene: &Scene,
        collider: &Collider,
        world: Mat4,
        index: usize,
        static_body: u32,
    ) -> RigidCollider {
        let follower = || self.bodies.iter().position(|b| b.follows == index as u32);
        let body = collider.rigid.or_else(follower);
        // A skin that rigid bodies move would push these bodies themselves.
        let own_skin = collider.deforms && scene.follows_rigids(collider.node);
        let cut = index < scene.colliders.len() && (scene.pieces_of(index) > 0 || own_skin);
        RigidCollider {
            cut: u32::from(cut),
            body: body.map_or(static_body, |body| body as u32),
            half_size: half_size(scene, collider, world).to_array(),
            ..local_pose(scene, collider, world)
        }
    }

    /// The colliders of the scene with their boxes, also where it has no rigid bodies.
    pub(crate) fn boxes(&self, scene: &Scene, settings: &Settings) -> Vec<RigidCollider> {
        if !self.parts.is_empty() {
            return self.parts.clone();
        }
        let world = scene.pose(0.0, settings.repeat);
        let free = |collider: &Collider| RigidCollider {
            half_size: half_size(scene, collider, world[collider.node]).to_array(),
            ..RigidCollider::default()
        };
        scene.solids().map(free).collect()
    }

    /// Centre of mass and rotation of a body whose node is at this position and rotation.
    pub(crate) fn frame_of(&self, body: usize, position: DVec3, rotation: DQuat) -> (DVec3, DQuat) {
        let (_, own_rotation, offset) = self.nodes[body].1.to_scale_rotation_translation();
        let axes = (rotation * own_rotation.conjugate()).normalize();
        (position - axes * offset, axes)
    }

    /// The node of a body of the scene, and the matrix from the node's frame to the body's.
    pub(crate) fn frame_in_node(&self, body: usize) -> (usize, DMat4) {
        self.nodes[body]
    }

    /// World matrices of the nodes of the scene's bodies.
    pub(crate) fn node_poses(&self, states: &[RigidState]) -> Vec<(usize, Mat4)> {
        let matrix = |((node, own), state): (&(usize, DMat4), &RigidState)| {
            let frame = DMat4::from_rotation_translation(
                Quat::from_array(state.rotation).as_dquat(),
                Vec3::from(state.position).as_dvec3(),
            );
            (*node, (frame * *own).as_mat4())
        };
        self.nodes.iter().zip(states).map(matrix).collect()
    }
}

/// Pose of a shape in the frame of its rigid body; else in the world, or on its own node if that is animated.
pub(crate) fn local_pose(scene: &Scene, collider: &Collider, world: Mat4) -> RigidCollider {
    let (position, rotation) = collider.placement(world);
    let (offset, rotation) = match collider.rigid {
        Some(rigid) => {
            let rigid = &scene.rigids[rigid];
            let back = rigid.axes.conjugate();
            let offset = back * (position.as_dvec3() - rigid.center);
            (offset.as_vec3(), (back * rotation.as_dquat()).as_quat())
        }
        None if collider.animated => (Vec3::ZERO, Quat::IDENTITY),
        None => (position, rotation),
    };
    RigidCollider {
        body: collider.rigid.map_or(NONE, |rigid| rigid as u32),
        carried: u32::from(collider.rigid.is_some()),
        offset: offset.to_array(),
        rotation: rotation.normalize().to_array(),
        ..RigidCollider::default()
    }
}

/// The inertia, with 0 where it is infinite.
fn finite(inertia: DVec3) -> DVec3 {
    DVec3::select(inertia.is_finite_mask(), inertia, DVec3::ZERO)
}

/// Unit in which impulses on a mass (kg) or an inertia (kg m²) are summed: 2⁻²⁴ of it. So a motion of 1 m has the
/// digits of a float.
fn unit(mass: f64) -> f32 {
    let exponent = if mass.is_finite() && mass > 0.0 {
        pliant_math::log2(mass).floor() as i32
    } else {
        0
    };
    pliant_math::exp2(f64::from(exponent - 24)) as f32
}

/// A body of infinite mass.
fn infinite_mass() -> Rigid {
    Rigid {
        keep: 1.0,
        follows: NONE,
        ..Rigid::default()
    }
}

/// Half of the box around a shape, along its own axes, m.
pub(crate) fn half_size(scene: &Scene, collider: &Collider, world: Mat4) -> Vec3 {
    match collider.shape {
        Shape::Plane { size_x, size_z, .. } => {
            let [x, z] = [size_x, size_z].map(|size| size.map_or(UNBOUNDED, |size| 0.5 * size));
            Vec3::new(x, x.min(z), z)
        }
        Shape::Sphere { radius } => Vec3::splat(radius),
        Shape::Box { half } => half,
        Shape::Capsule {
            height,
            bottom,
            top,
        } => {
            let radius = bottom.max(top);
            Vec3::new(radius, 0.5 * height + radius, radius)
        }
        Shape::Cylinder {
            height,
            bottom,
            top,
        } => {
            let radius = bottom.max(top);
            Vec3::new(radius, 0.5 * height, radius)
        }
        Shape::Mesh { collision_mesh, .. } => {
            let positions = &scene.collision_meshes[collision_mesh].positions;
            let most = positions
                .iter()
                .fold(Vec3::ZERO, |most, p| most.max(p.abs()));
            most * collider.scale(world).abs()
        }
    }
}
