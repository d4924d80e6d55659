//! Rigid bodies from their motions, keys and colliders.

use crate::colliders::collider::split;
use crate::error::{Error, Result};
use crate::keys::extras::Keys;
use crate::keys::key::Kind;
use crate::rigid_bodies::inertia::{Solid, principal};
use crate::rigid_bodies::motion::Motion;
use crate::rigid_bodies::rigid::Rigid;
use crate::scene::Scene;
use glam::{DMat3, DQuat, DVec3, Mat4, Quat, Vec3};
use pliant_gltf::text::quote;

/// A rigid body whose colliders are not all known yet.
#[derive(Debug)]
pub(crate) struct Draft {
    node: usize,
    motion: Motion,
    /// kg; overrides the motion's.
    mass: Option<f32>,
    /// kg/m³.
    density: f64,
    velocity: Vec3,
    angular_velocity: Vec3,
    air_drag: f32,
}

impl Draft {
    /// Keys override the motion that the extension gives the node.
    pub(crate) fn new(node: usize, motion: Motion, keys: &Keys, owner: &str) -> Result<Self> {
        motion.check(owner)?;
        Ok(Self {
            node,
            motion,
            mass: keys.number("mass"),
            density: keys.number_or_default("density", Kind::Rigid).into(),
            velocity: keys.vector("velocity"),
            angular_velocity: keys.vector("angular_velocity"),
            air_drag: keys.number_or_default("air_drag", Kind::Rigid),
        })
    }

    /// The body that is made of these colliders of `scene`.
    pub(crate) fn finish(
        &self,
        scene: &Scene,
        world: &[Mat4],
        colliders: &[usize],
    ) -> Result<Rigid> {
        let matrix = world[self.node];
        let (_, turn, position) = split(matrix);
        let solid = self.solid(scene, world, colliders);
        let motion = &self.motion;
        let given = self.mass.or(motion.mass).map(f64::from);
        let mass = match given {
            _ if motion.is_kinematic => f64::INFINITY,
            Some(0.0) => f64::INFINITY,
            Some(mass) => mass,
            None if solid.volume > 0.0 => self.density * solid.volume,
            None => 1.0,
        };
        let center = match motion.center_of_mass {
            Some(center) => matrix.transform_point3(center.into()).as_dvec3(),
            None if solid.volume > 0.0 => solid.center,
            None => position.as_dvec3(),
        };
        let (inertia, axes) = self.inertia(&solid, mass, center, turn);
        let local = |v: Option<[f32; 3]>| v.map_or(Vec3::ZERO, |v| turn * Vec3::from(v));
        let rigid = Rigid {
            node: self.node,
            mass,
            inertia,
            center,
            axes,
            velocity: self.velocity + local(motion.linear_velocity),
            angular_velocity: self.angular_velocity + local(motion.angular_velocity),
            gravity: if mass.is_finite() {
                motion.gravity_factor
            } else {
                0.0
            },
            air_drag: self.air_drag,
        };
        let finite = center.is_finite() && !inertia.is_nan() && mass > 0.0;
        if finite && inertia.cmpgt(DVec3::ZERO).all() {
            return Ok(rigid);
        }
        Error::scene(format!(
            "node {}: its mass or inertia is not a number above 0; check its scale, mass and inertiaDiagonal",
            quote(&scene.nodes[self.node].name)
        ))
    }

    /// The volume of its colliders, or else the bounding box of its mesh.
    fn solid(&self, scene: &Scene, world: &[Mat4], colliders: &[usize]) -> Solid {
        let own = colliders.iter().map(|index| &scene.colliders[*index]);
        let solids: Vec<Solid> = own.map(|c| Solid::of(scene, c, world[c.node])).collect();
        let mesh = scene.nodes[self.node].mesh;
        if let (true, Some(mesh)) = (solids.is_empty(), mesh) {
            let points = scene.mesh_positions(&scene.meshes[mesh], world[self.node]);
            let points = || points.iter().map(|p| p.as_dvec3());
            let low = points().fold(DVec3::INFINITY, DVec3::min);
            let high = points().fold(DVec3::NEG_INFINITY, DVec3::max);
            if low.is_finite() && high.is_finite() {
                let box_around = Solid::cuboid(high - low);
                return Solid {
                    center: (low + high) / 2.0,
                    ..box_around
                };
            }
        }
        Solid::joined(&solids)
    }

    /// Principal moments and their axes.
    fn inertia(&self, solid: &Solid, mass: f64, center: DVec3, turn: Quat) -> (DVec3, DQuat) {
        let motion = &self.motion;
        let turn = turn.as_dquat();
        if let Some(diagonal) = motion.inertia_diagonal.filter(|_| !motion.is_kinematic) {
            let orientation = motion.inertia_orientation.map_or(DQuat::IDENTITY, |q| {
                Quat::from_array(q).as_dquat().normalize()
            });
            let infinite = |i: f32| if i == 0.0 { f64::INFINITY } else { i.into() };
            return (DVec3::from(diagonal.map(infinite)), turn * orientation);
        }
        if !mass.is_finite() || solid.volume <= 0.0 {
            return (DVec3::INFINITY, turn);
        }
        // In the node's axes, so that a box keeps its own.
        let axes = DMat3::from_quat(turn);
        let tensor = axes.transpose() * solid.about(center) * axes;
        let (moments, own) = principal(tensor * (mass / solid.volume));
        (moments, turn * own)
    }
}
