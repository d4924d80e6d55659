//! Rigid bodies between frames: their poses, and which of them sleep.

use super::Simulation;
use crate::error::Error;
use crate::memory::read;
use glam::DVec3;
use glam::Mat4;
use glam::Quat;
use glam::Vec3;
use pliant_passes::Engine;
use pliant_passes::types::CoupledSum;
use pliant_passes::types::DISTURBED_AT_ONCE;
use pliant_passes::types::Frame;
use pliant_passes::types::Manifold;
use pliant_passes::types::MotionBound;
use pliant_passes::types::RigidPair;
use pliant_passes::types::RigidState;
use pliant_passes::types::STATUS_RIGID_PAIRS;
use pliant_passes::types::STATUS_WAKES;

impl<E: Engine> Simulation<E> {
    /// Reads the states of rigid bodies and derives the poses of their colliders.
    pub(super) fn read_rigids(&mut self) -> Result<(), Error> {
        let rigids = &self.assembly.model.rigids;
        let states = self.assembly.buffers.rigids.states;
        self.rigid_states = read(&mut self.engine, states, 0, rigids.bodies.len())?;
        for (part, pose) in rigids.parts.iter().zip(&mut self.poses) {
            if part.carried != 0 {
                let state = &self.rigid_states[part.body as usize];
                let rotation = Quat::from_array(state.rotation);
                let center = Vec3::from(state.position) + rotation * Vec3::from(part.offset);
                pose.translation = center.to_array();
                pose.rotation = (rotation * Quat::from_array(part.rotation)).to_array();
            }
        }
        Ok(())
    }

    /// World matrix of every node of the scene, as of [`pliant_scene::Scene::pose`], with rigid bodies at their current poses.
    #[must_use]
    pub fn poses(&self) -> Vec<Mat4> {
        let model = &self.assembly.model;
        let node_poses = model.rigids.node_poses(&self.rigid_states);
        let repeat = self.settings.repeat;
        model.kinematics.nodes_at(self.time(), repeat, &node_poses)
    }

    pub(super) fn upload_rigids(&mut self) -> Result<(), Error> {
        let bodies = self.assembly.model.rigids.device_bodies();
        let buffer = self.assembly.buffers.rigids.rigids;
        let bytes = bytemuck::cast_slice(&bodies);
        Ok(self.engine.write(buffer, 0, bytes)?)
    }

    /// Wakes sleeping bodies that were disturbed in the last frame; returns whether the frame has to be repeated.
    pub(super) fn wake_disturbed(&mut self) -> Result<bool, Error> {
        if self.assembly.model.rigids.sleep.count() == 0 {
            return Ok(false);
        }
        let mut disturbed = vec![0; self.assembly.model.rigids.bodies.len()];
        if self.status[STATUS_WAKES as usize] > 0 {
            let bounds = self.assembly.buffers.rigids.motion_bounds;
            let bounds = read::<MotionBound, E>(&mut self.engine, bounds, 0, disturbed.len())?;
            disturbed = bounds.iter().map(|bound| bound.disturbed).collect();
        }
        let loaded = self.loaded_bodies()?;
        for (disturbed, _) in disturbed
            .iter_mut()
            .zip(loaded)
            .filter(|(_, loaded)| *loaded)
        {
            *disturbed = DISTURBED_AT_ONCE;
        }
        if disturbed.iter().all(|disturbed| *disturbed == 0) {
            return Ok(false);
        }
        let rigids = &mut self.assembly.model.rigids;
        let again = rigids.wake_disturbed(&disturbed, self.repetitions);
        self.upload_rigids()?;
        Ok(again)
    }

    /// Before a frame: wakes sleeping bodies on which moving gravity fields act differently by the frame's end.
    pub(super) fn wake_accelerated(&mut self) -> Result<(), Error> {
        let model = &self.assembly.model;
        let moves = model.fields.animated || model.fields.carried;
        if !(moves && model.rigids.sleep.count() > 0) {
            return Ok(());
        }
        let accelerations = self.accelerations(self.time() + self.settings.dt());
        if self.assembly.model.rigids.wake_accelerated(&accelerations) {
            self.upload_rigids()?;
        }
        Ok(())
    }

    /// Before a frame: wakes sleeping bodies near to meshes that deform in it.
    pub(super) fn wake_near_meshes(&mut self) -> Result<(), Error> {
        let rigids = &mut self.assembly.model.rigids;
        if rigids.wake_near(&self.moved_boxes, &self.rigid_states) {
            self.upload_rigids()?;
        }
        Ok(())
    }

    /// Wakes a body that the mouse or a force of the host pushes in the next frame.
    pub(super) fn wake_pushed(&mut self, rigid: usize) -> Result<(), Error> {
        if self.assembly.model.rigids.wake_pushed(rigid) {
            self.upload_rigids()?;
        }
        Ok(())
    }

    /// Wakes all bodies, as at the start.
    pub(super) fn wake_all(&mut self) -> Result<(), Error> {
        self.assembly.model.rigids.wake_all(self.settings.dt());
        self.upload_rigids()
    }

    /// After a frame: puts bodies to sleep that have been at rest.
    pub(super) fn put_to_sleep(&mut self) -> Result<(), Error> {
        let has_gravity = self.settings.gravity != DVec3::ZERO || self.assembly.model.fields.any();
        if !(self.settings.sleeping && has_gravity) {
            return Ok(());
        }
        let accelerations = self.accelerations(self.time());
        let rigids = &mut self.assembly.model.rigids;
        let slept = rigids.sleep.count();
        let ready = rigids.update_rest(&self.rigid_states, &accelerations);
        let wakes = rigids.sleep.count() < slept;
        let mut changed = false;
        if ready {
            let (touching, loaded) = (self.touching_bodies()?, self.loaded_bodies()?);
            let rigids = &mut self.assembly.model.rigids;
            let slept = rigids.sleep.count();
            changed = rigids.put_to_sleep(&touching, &loaded, &mut self.rigid_states);
            if rigids.sleep.count() > slept {
                let states = self.assembly.buffers.rigids.states;
                let bytes = bytemuck::cast_slice(&self.rigid_states);
                self.engine.write(states, 0, bytes)?;
            }
        }
        if wakes || changed {
            self.upload_rigids()?;
        }
        Ok(())
    }

    /// The bodies of each pair of colliders that has contact points.
    fn touching_bodies(&mut self) -> Result<Vec<[u32; 2]>, Error> {
        let of_pairs = &self.assembly.buffers.rigids.of_pairs;
        let (pairs, manifolds) = (of_pairs.pairs, of_pairs.manifolds);
        let count = self.status[STATUS_RIGID_PAIRS as usize] as usize;
        let pairs = read::<RigidPair, E>(&mut self.engine, pairs, 0, count)?;
        let manifolds = read::<Manifold, E>(&mut self.engine, manifolds, 0, count)?;
        let all = pairs.iter().zip(&manifolds);
        let touching = all.filter(|(_, manifold)| manifold.points > 0);
        Ok(touching.map(|(pair, _)| pair.bodies).collect())
    }

    /// Whether particles push each body or are attached to it: such a body stays awake as long as the particles move.
    pub(super) fn loaded_bodies(&mut self) -> Result<Vec<bool>, Error> {
        let (model, buffers) = (&self.assembly.model, &self.assembly.buffers);
        let mut loaded = vec![false; model.rigids.bodies.len()];
        let mut sums = Vec::new();
        if model.couples.any() {
            sums.push(buffers.couples.sums);
        }
        if model.fluids.couples.any() {
            sums.push(buffers.fluids.coupled.sums);
        }
        for sums in sums {
            let sums = read::<CoupledSum, E>(&mut self.engine, sums, 0, loaded.len())?;
            for (loaded, sum) in loaded.iter_mut().zip(sums) {
                *loaded |= sum.weight > 0;
            }
        }
        for body in self.assembly.model.rigid_attachments.bodies() {
            loaded[body as usize] = true;
        }
        Ok(loaded)
    }

    /// Gravity acceleration of each rigid body at its current position, with the fields as they are at `time` (s), m/s².
    pub(super) fn accelerations(&self, time: f64) -> Vec<Vec3> {
        let model = &self.assembly.model;
        let mut poses = Vec::new();
        if model.fields.any() {
            let node_poses = model.rigids.node_poses(&self.rigid_states);
            let repeat = self.settings.repeat;
            poses = (model.fields).poses(&model.kinematics.nodes_at(time, repeat, &node_poses));
        }
        let fields = pliant_kernels::Fields {
            fields: (&model.fields.rows).into(),
            zones: (&model.fields.zones).into(),
            poses: (&poses).into(),
            points: (&model.fields.points).into(),
            collision_meshes: self.collision_meshes.view(),
        };
        let frame = Frame {
            gravity: self.settings.gravity.as_vec3().to_array(),
            h: self.settings.h() as f32,
            ..Frame::default()
        };
        let acceleration = |(body, state): (u32, &RigidState)| {
            let factor = model.rigids.bodies[body as usize].gravity;
            if factor == 0.0 {
                return Vec3::ZERO;
            }
            factor * fields.gravity_at(&frame, body, state.position.into())
        };
        (0..).zip(&self.rigid_states).map(acceleration).collect()
    }
}
