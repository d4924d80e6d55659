//! Contact points at a frame's end, and the targets of joint drives.

use super::Simulation;
use crate::error::Error;
use crate::memory::read;
use crate::views::ContactPoints;
use glam::Vec3;
use pliant_passes::Engine;
use pliant_passes::types::{
    ColliderContact, JointRow, Manifold, NONE, POINTS, RigidContact, RigidPair, STATUS_RIGID_PAIRS,
};

impl<E: Engine> Simulation<E> {
    /// Contacts of particles with colliders, and of rigid bodies, that push at the frame's end. Contacts between deformable surfaces are not
    /// among them.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn contact_points(&mut self) -> Result<ContactPoints, Error> {
        let mut found = ContactPoints {
            names: self.collider_names.clone(),
            ..ContactPoints::default()
        };
        found.names.extend(self.rigid_names.iter().cloned());
        if self.frame > 0 {
            self.add_particle_contacts(&mut found)?;
            self.add_rigid_contacts(&mut found)?;
        }
        Ok(found)
    }

    fn add_particle_contacts(&mut self, found: &mut ContactPoints) -> Result<(), Error> {
        let particles = self.assembly.model.masses.len();
        let slots = self.assembly.model.contact_slots as usize;
        let buffer = self.assembly.buffers.colliders.contacts;
        let contacts: Vec<ColliderContact> = read(&mut self.engine, buffer, 0, slots * particles)?;
        let positions = self.read_particles(self.assembly.buffers.particles.position)?;
        let per = (1.0 / (self.settings.h() * self.settings.h())) as f32;
        let names = self.collider_names.len() as u32;
        for (at, contact) in contacts.iter().enumerate() {
            if contact.collider < names && contact.lambda > 0.0 {
                let particle = at % particles;
                let [x, y, z, _] = positions[particle];
                let push =
                    contact.lambda * Vec3::from(contact.normal) + Vec3::from(contact.tangent);
                let body = self.assembly.model.pools.body_of[particle];
                found.add(
                    [body, contact.collider],
                    [[x, y, z], contact.normal, (per * push).to_array()],
                );
            }
        }
        Ok(())
    }

    fn add_rigid_contacts(&mut self, found: &mut ContactPoints) -> Result<(), Error> {
        let pairs = self.status[STATUS_RIGID_PAIRS as usize] as usize;
        if self.rigids.is_empty() || pairs == 0 {
            return Ok(());
        }
        let (engine, own) = (&mut self.engine, &self.assembly.buffers.rigids.of_pairs);
        let points = POINTS as usize;
        let manifolds: Vec<Manifold> = read(engine, own.manifolds, 0, pairs)?;
        let contacts: Vec<RigidContact> = read(engine, own.contacts, 0, points * pairs)?;
        let all_pairs: Vec<RigidPair> = read(engine, own.pairs, 0, pairs)?;
        let per = (1.0 / (self.settings.h() * self.settings.h())) as f32;
        let first_rigid = self.names.len() as u32;
        for (at, (pair, manifold)) in all_pairs.iter().zip(&manifolds).enumerate() {
            let [a, b] = pair.bodies;
            let other = if (b as usize) < self.rigid_names.len() {
                self.collider_names.len() as u32 + b
            } else {
                pair.parts[1]
            };
            let used = contacts[points * at..][..manifold.points as usize].iter();
            let total: f32 = used.clone().map(|contact| contact.lambda).sum();
            for contact in used.filter(|contact| contact.lambda > 0.0) {
                // Friction is one row for the whole pair: each point has a part in proportion to its normal force.
                let friction = contact.lambda / total * Vec3::from(manifold.tangent);
                let push = contact.lambda * Vec3::from(contact.normal) + friction;
                let center = Vec3::from(self.rigid_states[a as usize].position);
                let position = (center + Vec3::from(contact.arm_a)).to_array();
                found.add(
                    [first_rigid + a, other],
                    [position, contact.normal, (per * push).to_array()],
                );
            }
        }
        Ok(())
    }

    /// Names of the joints' nodes, in the scene's order.
    #[must_use]
    pub fn joint_names(&self) -> &[String] {
        &self.joint_names
    }

    /// Targets of each drive of a joint: position (m or rad) and velocity (m/s or rad/s), in the order of the scene.
    #[must_use]
    pub fn drives_of(&self, joint: usize) -> Vec<[f32; 2]> {
        let joints = &self.assembly.model.rigids.joints;
        let rows = joints.drive_rows(joint);
        let row = |row: usize| [joints.rows[row].low, joints.rows[row].high];
        rows.map(row).collect()
    }

    /// Sets the targets of each drive of a joint. All bodies wake up.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn set_drives(&mut self, joint: usize, targets: &[[f32; 2]]) -> Result<(), Error> {
        let joints = &mut self.assembly.model.rigids.joints;
        for (row, target) in joints.drive_rows(joint).zip(targets) {
            [joints.rows[row].low, joints.rows[row].high] = *target;
        }
        let bytes = bytemuck::cast_slice::<JointRow, u8>(&joints.rows);
        let buffer = self.assembly.buffers.rigids.joints.rows;
        self.engine.write(buffer, 0, bytes)?;
        self.wake_all()
    }
}

impl ContactPoints {
    fn add(&mut self, [body, other]: [u32; 2], vectors: [[f32; 3]; 3]) {
        debug_assert_ne!(other, NONE, "a contact has a collider");
        self.bodies.push(body);
        self.others.push(other);
        self.vectors.push(vectors);
    }
}
