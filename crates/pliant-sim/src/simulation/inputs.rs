//! What a program reads and changes between frames: particles, rigid bodies, pins, materials. Unlike a checkpoint, a change keeps the rest of
//! the state.

use super::Simulation;
use crate::checkpoint::Identity;
use crate::constraints::material;
use crate::error::Error;
use crate::memory::read;
use crate::views::RigidMotion;
use glam::{DMat3, DQuat, DVec3, Quat, Vec3};
use pliant_passes::types::{NONE, RigidState};
use pliant_passes::{Buffer, BufferId, Engine, Recording};
use pliant_scene::Scene;
use std::ops::Range;

impl<E: Engine> Simulation<E> {
    /// Number of deformable bodies; in [`Self::summary`] the rigid bodies follow.
    #[must_use]
    pub fn deformables(&self) -> usize {
        self.names.len()
    }

    /// The particles of a deformable body among those of all bodies.
    #[must_use]
    pub fn particles_of(&self, body: usize) -> Range<usize> {
        self.assembly.model.pools.range(body)
    }

    /// Buffers of positions and velocities: three components in m or m/s, and a word that is not for the caller.
    #[must_use]
    pub fn state_of_particles(&self) -> [BufferId; 2] {
        let particles = &self.assembly.buffers.particles;
        [particles.position.id(), particles.velocity.id()]
    }

    /// Mass of each particle of a body, kg.
    #[must_use]
    pub fn masses_of(&self, body: usize) -> &[f32] {
        &self.assembly.model.masses[self.particles_of(body)]
    }

    /// World rest position of each particle of a body, m.
    #[must_use]
    pub fn rest_positions_of(&self, body: usize) -> &[[f32; 4]] {
        &self.assembly.model.built.rests[self.particles_of(body)]
    }

    /// The triangles of a body as particles of the body; segments have `NONE` as their third corner.
    #[must_use]
    pub fn elements_of(&self, body: usize) -> Vec<[u32; 3]> {
        let range = self.particles_of(body);
        let first = range.start as u32;
        let own = |corners: &&[u32; 3]| range.contains(&(corners[0] as usize));
        let local = |corner: u32| if corner == NONE { NONE } else { corner - first };
        let all = self.assembly.model.pools.elements.iter().filter(own);
        all.map(|corners| corners.map(local)).collect()
    }

    /// Sets the positions of a body's particles, m. Contacts are searched anew.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn set_positions(&mut self, body: usize, positions: &[[f32; 3]]) -> Result<(), Error> {
        let range = self.particles_of(body);
        let particles = &self.assembly.buffers.particles;
        let (position, compensation) = (particles.position, particles.compensation);
        self.set_components(position, body, positions)?;
        let zeros = vec![[0.0_f32; 3]; range.len()];
        let offset = (range.start * size_of::<[f32; 3]>()) as u64;
        (self.engine).write(compensation, offset, bytemuck::cast_slice(&zeros))?;
        let mut forget = Recording::default();
        let contacts = &self.assembly.buffers.deformable_contacts;
        contacts.forget(&mut forget);
        let program = self.engine.prepare(&forget)?;
        let ran = self.engine.run(program);
        self.engine.forget(program);
        ran?;
        self.hold_pins()?;
        self.find_intersections()?;
        Ok(self.engine.run(self.assembly.present_program)?)
    }

    /// Sets the velocities of a body's particles, m/s. Pinned particles keep theirs.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn set_velocities(&mut self, body: usize, velocities: &[[f32; 3]]) -> Result<(), Error> {
        let velocity = self.assembly.buffers.particles.velocity;
        self.set_components(velocity, body, velocities)
    }

    /// Sets three components of each element of a body; the fourth stays.
    fn set_components(
        &mut self,
        buffer: Buffer<[f32; 4]>,
        body: usize,
        values: &[[f32; 3]],
    ) -> Result<(), Error> {
        let range = self.particles_of(body);
        assert_eq!(values.len(), range.len(), "one value for each particle");
        let mut all = read::<[f32; 4], E>(&mut self.engine, buffer, range.start, range.len())?;
        for (element, value) in all.iter_mut().zip(values) {
            element[..3].copy_from_slice(value);
        }
        let offset = (range.start * size_of::<[f32; 4]>()) as u64;
        Ok(self
            .engine
            .write(buffer, offset, bytemuck::cast_slice(&all))?)
    }

    /// The pinned particles of a body, if the host moves them.
    #[must_use]
    pub fn held_pins_of(&self, body: usize) -> Vec<u32> {
        let range = self.particles_of(body);
        let pins = &self.assembly.model.kinematics.pins;
        let held = pins[..self.assembly.model.kinematics.held.to.len()].iter();
        let own = held.filter(|pin| range.contains(&(pin.particle as usize)));
        own.map(|pin| pin.particle - range.start as u32).collect()
    }

    /// Moves the pins of a body that the host moves: they arrive at these positions (m) at the end of the next frame.
    pub fn move_pins(&mut self, body: usize, targets: &[Vec3]) {
        let range = self.particles_of(body);
        let kinematics = &mut self.assembly.model.kinematics;
        let mut targets = targets.iter();
        for (pin, to) in kinematics.pins.iter().zip(&mut kinematics.held.to) {
            if range.contains(&(pin.particle as usize)) {
                *to = *targets.next().expect("one target for each pin");
            }
        }
    }

    /// Holds the pins that the host moves where they are.
    pub(super) fn hold_pins(&mut self) -> Result<(), Error> {
        if self.assembly.model.kinematics.held.to.is_empty() {
            return Ok(());
        }
        let positions = self.read_particles(self.assembly.buffers.particles.position)?;
        let kinematics = &mut self.assembly.model.kinematics;
        for (pin, to) in kinematics.pins.iter().zip(&mut kinematics.held.to) {
            let [x, y, z, _] = positions[pin.particle as usize];
            *to = Vec3::new(x, y, z);
        }
        kinematics.held.from.clone_from(&kinematics.held.to);
        Ok(())
    }

    /// Motion of a rigid body; `body` counts rigid bodies.
    #[must_use]
    pub fn rigid_motion(&self, body: usize) -> RigidMotion {
        let metrics = &self.rigid_bodies()[body];
        let world = self.poses()[self.rigids[body].node];
        let (_, _, position) = world.to_scale_rotation_translation();
        RigidMotion {
            position: position.as_dvec3().to_array(),
            rotation: metrics.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]),
            velocity: metrics.velocity,
            angular_velocity: metrics.angular_velocity.unwrap_or_default(),
        }
    }

    /// Puts a rigid body's node at a position (m) with a unit rotation; its velocities stay. All bodies wake up.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn set_rigid_pose(
        &mut self,
        body: usize,
        position: DVec3,
        rotation: DQuat,
    ) -> Result<(), Error> {
        let motion = self.rigid_motion(body);
        let rigids = &self.assembly.model.rigids;
        let (center, axes) = rigids.frame_of(body, position, rotation);
        let rounded = center.as_vec3();
        let state = &mut self.rigid_states[body];
        state.position = rounded.to_array();
        state.compensation = (center - rounded.as_dvec3()).as_vec3().to_array();
        state.rotation = axes.as_quat().normalize().to_array();
        state.rotation_compensation = [0.0; 4];
        let [v, spin] = [motion.velocity, motion.angular_velocity].map(DVec3::from);
        self.set_rigid_velocity(body, v, spin)?;
        Ok(self.engine.run(self.assembly.present_program)?)
    }

    /// Sets the velocity of a rigid body's centre of mass, m/s, and its angular velocity, rad/s, world axes. All bodies wake up.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn set_rigid_velocity(
        &mut self,
        body: usize,
        velocity: DVec3,
        angular_velocity: DVec3,
    ) -> Result<(), Error> {
        let inertia = self.rigids[body].inertia;
        let state = &mut self.rigid_states[body];
        let momentum = if inertia.min_element().is_finite() {
            let axes = DMat3::from_quat(Quat::from_array(state.rotation).as_dquat());
            axes * (inertia * (axes.transpose() * angular_velocity))
        } else {
            // A body that cannot rotate stores its angular velocity there.
            angular_velocity
        };
        state.velocity = velocity.as_vec3().to_array();
        state.momentum = momentum.as_vec3().to_array();
        let bytes = bytemuck::bytes_of(&self.rigid_states[body]);
        let offset = (body * size_of::<RigidState>()) as u64;
        let states = self.assembly.buffers.rigids.states;
        self.engine.write(states, offset, bytes)?;
        self.wake_all()?;
        self.read_rigids()
    }

    /// Takes compliances, stiffness, damping and drag of deformable bodies from another version of the scene, which has the same bodies.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn set_materials(&mut self, scene: &Scene) -> Result<(), Error> {
        self.materials = material::materials(scene, &self.settings);
        self.bodies = material::bodies(scene, &self.settings);
        self.compliances = material::compliances(scene);
        self.identity = Identity::new(scene, &self.settings);
        if let Some(tearing) = &mut self.tearing {
            tearing.set_keys(scene);
        }
        let particles = &self.assembly.buffers.particles;
        let (materials, bodies) = (particles.materials, particles.bodies);
        let bytes = bytemuck::cast_slice(&self.materials);
        self.engine.write(materials, 0, bytes)?;
        let bytes = bytemuck::cast_slice(&self.bodies);
        Ok(self.engine.write(bodies, 0, bytes)?)
    }
}
