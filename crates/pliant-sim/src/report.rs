//! Metrics of a simulation: what is read back from the engine after a frame, and what it amounts to.

use crate::families::Family;
use crate::measure::{State, vector};
use crate::rigid::RigidMeasure;
use crate::scratch::read;
use crate::simulation::Simulation;
use crate::state::FamilyBuffers;
use crate::{
    AttachmentMetrics, BodyMetrics, ContactCounts, Error, FrameMetrics, JointMetrics, Overflow,
    ProbeMetrics, Tension,
};
use glam::{DVec3, Quat};
use pliant_passes::Engine;
use pliant_passes::types::{
    JointLoad, Link, STATUS_CONTACTS, STATUS_DEFORMABLE_CONTACTS, STATUS_NONFINITE,
    STATUS_OVERFLOW, STATUS_RIGID_CONTACTS, STATUS_UNTOLD, Watch,
};
use pliant_scene::Solver;

/// A body of which no more is known than where it is.
pub(crate) fn still(name: &str, com: DVec3) -> BodyMetrics {
    BodyMetrics {
        name: name.to_owned(),
        com: com.to_array(),
        velocity: [0.0; 3],
        momentum: [0.0; 3],
        angular_momentum: [0.0; 3],
        kinetic_energy: 0.0,
        potential_energy: 0.0,
        elastic_energy: 0.0,
        aabb: [com.to_array(); 2],
        max_strain: None,
        mean_strain: None,
        volume: None,
        rotation: None,
        angular_velocity: None,
        pressure: None,
        pin_force: None,
        attachments: Vec::new(),
        residual: None,
        tears: None,
        fluid: None,
        max_penetration: None,
    }
}

/// The largest penetration of any body, m.
fn deepest(bodies: &[BodyMetrics]) -> Option<f64> {
    let depths = bodies.iter().filter_map(|b| b.max_penetration);
    depths.reduce(f64::max)
}

impl<E: Engine> Simulation<E> {
    /// Measures the current state.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn metrics(&mut self) -> Result<FrameMetrics, Error> {
        let positions = self.read_particles(self.made.buffers.position)?;
        let velocities = self.read_particles(self.made.buffers.velocity)?;
        let link_lambda = self.link_lambdas()?;
        let family_lambda = self.family_lambdas()?;
        let balloon_lambda = self.balloon_lambdas()?;
        let forces = self.forces()?;
        let left = self.left()?;
        let contact_forces = self.contact_forces()?;
        let fluids = self.fluid_metrics(&positions)?;
        let joints = self.joint_metrics()?;
        let state = State {
            positions: &positions,
            velocities: &velocities,
            masses: &self.made.parts.masses,
            links: &self.made.parts.links,
            link_lambda: &link_lambda,
            families: &self.made.parts.families,
            family_lambda: &family_lambda,
            compliances: &self.compliances,
            colliders: self.whole_colliders(),
            collision_meshes: self.collision_meshes.view(),
            poses: &self.poses,
            gravity: self.settings.gravity,
            h: self.settings.h(),
        };
        let body = |(i, name): (usize, &String)| BodyMetrics {
            tears: self.tearing.as_ref().and_then(|t| t.tears(i)),
            fluid: fluids[i],
            ..state.body(name, &self.bodies[i], self.made.parts.pools.range(i))
        };
        let mut bodies: Vec<_> = self.names.iter().enumerate().map(body).collect();
        state.constraints(&mut bodies);
        state.balloons(&mut bodies, &self.made.skins, &balloon_lambda);
        for residuals in left
            .iter()
            .map(|left| self.residuals(left, &state, &balloon_lambda))
        {
            let pairs = bodies.iter_mut().zip(residuals);
            pairs.for_each(|(body, residual)| body.residual = Some(residual));
        }
        self.held(&mut bodies, &forces);
        bodies.extend(self.rigid_bodies());
        let contacts = self.contacts();
        Ok(FrameMetrics {
            frame: self.frame,
            time: self.time(),
            max_penetration: deepest(&bodies),
            bodies,
            probes: self.probe_metrics(&positions, &velocities, &forces),
            joints,
            triggers: self.triggers.metrics(),
            events: self.triggers.events(),
            contacts: contacts.collider + contacts.deformable + contacts.rigid,
            contacts_by_kind: contacts,
            intersections: self.intersections(),
            sleeping: self.sleeping(),
            contact_forces,
            overflow: self.no_room()?,
            nonfinite: self.status[STATUS_NONFINITE as usize].into(),
        })
    }

    /// What found no room in the last frame.
    fn no_room(&mut self) -> Result<Overflow, Error> {
        let neighbours = self.crowded()?[0].into();
        let status = |word: u32| u64::from(self.status[word as usize]);
        Ok(Overflow {
            contacts: status(STATUS_OVERFLOW),
            neighbours,
            forces: status(STATUS_UNTOLD),
            ..Overflow::default()
        })
    }

    /// How many rigid bodies sleep.
    fn sleeping(&self) -> Option<u64> {
        let asleep = self.made.parts.rigids.sleep.count();
        (!self.rigids.is_empty()).then_some(asleep as u64)
    }

    fn contacts(&self) -> ContactCounts {
        let status = |word: u32| u64::from(self.status[word as usize]);
        ContactCounts {
            collider: status(STATUS_CONTACTS),
            deformable: status(STATUS_DEFORMABLE_CONTACTS),
            rigid: status(STATUS_RIGID_CONTACTS),
        }
    }

    fn joint_metrics(&mut self) -> Result<Vec<JointMetrics>, Error> {
        let joints = &self.made.parts.rigids.joints;
        if self.frame == 0 || joints.count() == 0 {
            return Ok(Vec::new());
        }
        let loads = self.made.buffers.rigids.joints.loads;
        let loads: Vec<JointLoad> = read(&mut self.engine, loads, 0, joints.count())?;
        let per = 1.0 / (self.settings.h().powi(2) * f64::from(self.settings.substeps));
        Ok(joints.metrics(&self.joint_names, &loads, per))
    }

    fn rigid_bodies(&self) -> Vec<BodyMetrics> {
        let measure = RigidMeasure {
            scene: &self.rigids,
            names: &self.rigid_names,
            rigids: &self.made.parts.rigids,
            states: &self.rigid_states,
            colliders: &self.colliders,
            poses: &self.poses,
            collision_meshes: self.collision_meshes.view(),
            gravity: self.settings.gravity,
        };
        let world = self.poses();
        let turn = |rigid: &pliant_scene::Rigid| {
            let (_, turn, _) = world[rigid.node].to_scale_rotation_translation();
            turn
        };
        let turns: Vec<Quat> = self.rigids.iter().map(turn).collect();
        measure.bodies(&turns)
    }

    /// Fills in what bodies put on their pins and anchors.
    fn held(&self, bodies: &mut [BodyMetrics], forces: &[DVec3]) {
        if self.frame == 0 {
            return;
        }
        for (i, body) in bodies.iter_mut().enumerate() {
            body.pin_force = self.pin_force(i, forces);
        }
        for tie in &self.made.parts.watches.ties {
            let on_body: DVec3 = forces[tie.watches.clone()].iter().sum();
            bodies[tie.body].attachments.push(AttachmentMetrics {
                to: tie.to.clone(),
                force: (DVec3::ZERO - on_body).to_array(),
            });
        }
    }

    /// The tension of each distance link at the end of the last substep, from its λ, N; negative where it pushes.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn tensions(&mut self) -> Result<Vec<Tension>, Error> {
        let h = self.settings.h();
        let lambdas = self.link_lambdas()?;
        let tension = |(link, lambda): (&Link, f32)| Tension {
            particles: [link.a, link.b],
            rest: link.rest.into(),
            tension: -f64::from(lambda) / (h * h),
        };
        Ok(self
            .made
            .parts
            .links
            .iter()
            .zip(lambdas)
            .map(tension)
            .collect())
    }

    /// λ of each link, wherever the solver keeps it.
    fn link_lambdas(&mut self) -> Result<Vec<f32>, Error> {
        if self.frame == 0 {
            return Ok(vec![0.0; self.made.parts.links.len()]);
        }
        if self.settings.solver == Solver::GaussSeidel {
            return read(
                &mut self.engine,
                self.made.buffers.lambda,
                0,
                self.made.parts.links.len(),
            );
        }
        let slotted = &self.made.parts.slotted;
        let (lambda, count) = (self.made.buffers.lambda, slotted.slots.len());
        let slots: Vec<f32> = read(&mut self.engine, lambda, 0, count)?;
        Ok(slotted
            .slots_of
            .iter()
            .map(|[slot, _]| slots[*slot as usize])
            .collect())
    }

    /// λ of each family of constraints.
    fn family_lambdas(&mut self) -> Result<Vec<Vec<f32>>, Error> {
        let of = |(family, buffers): (&Family, &FamilyBuffers)| {
            let rows = family.len() * family.kind.rows;
            if self.frame == 0 {
                Ok(vec![0.0; rows])
            } else {
                read(&mut self.engine, buffers.lambda, 0, rows)
            }
        };
        self.made
            .parts
            .families
            .iter()
            .zip(&self.made.buffers.families)
            .map(of)
            .collect()
    }

    /// Row of the material pool and λ of each balloon.
    fn balloon_lambdas(&mut self) -> Result<Vec<(u32, f32)>, Error> {
        let balloons = &self.made.parts.balloons.balloons;
        let lambdas: Vec<[f32; 2]> = if self.frame == 0 {
            vec![[0.0; 2]; balloons.len()]
        } else {
            let buffer = self.made.buffers.balloons.inflation;
            read(&mut self.engine, buffer, 0, balloons.len())?
        };
        let rows = balloons.iter().map(|b| b.material);
        Ok(rows
            .zip(lambdas.into_iter().map(|[lambda, _]| lambda))
            .collect())
    }

    /// Force on each watched particle, mean over the frame's substeps, N.
    fn forces(&mut self) -> Result<Vec<DVec3>, Error> {
        let sums: Vec<[f32; 4]> = read(
            &mut self.engine,
            self.made.buffers.forces,
            0,
            self.made.parts.watches.watches.len(),
        )?;
        let h = self.settings.h();
        Ok(sums
            .iter()
            .map(|sum| vector(sum) / (h * h * f64::from(self.settings.substeps)))
            .collect())
    }

    fn pin_force(&self, body: usize, forces: &[DVec3]) -> Option<[f64; 3]> {
        let (pinned, linked) = self.made.pinned[body];
        let range = self.made.parts.pools.range(body);
        let of_pin = |(watch, force): (&Watch, &DVec3)| {
            let particle = watch.particle as usize;
            let is_pin = linked
                && range.contains(&particle)
                && self.made.start.velocities[particle][3] == 0.0;
            if is_pin { *force } else { DVec3::ZERO }
        };
        let total: DVec3 = self
            .made
            .parts
            .watches
            .watches
            .iter()
            .zip(forces)
            .map(of_pin)
            .sum();
        pinned.then(|| total.to_array())
    }

    fn probe_metrics(
        &self,
        positions: &[[f32; 4]],
        velocities: &[[f32; 4]],
        forces: &[DVec3],
    ) -> Vec<ProbeMetrics> {
        let probe = |((body, index), particle): (&(usize, u32), &u32)| {
            let i = *particle as usize;
            let watched = self
                .made
                .parts
                .watches
                .find(*particle)
                .filter(|_| self.frame > 0);
            ProbeMetrics {
                name: self.names[*body].clone(),
                index: *index,
                position: vector(&positions[i]).to_array(),
                velocity: vector(&velocities[i]).to_array(),
                force: watched.map(|w| forces[w].to_array()),
            }
        };
        self.settings
            .probes
            .iter()
            .zip(&self.made.probes)
            .map(probe)
            .collect()
    }
}
