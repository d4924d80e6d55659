//! Metrics of the current state.

use super::Simulation;
use crate::error::Error;
use crate::fluid::FluidSum;
use crate::fluid::leaks::Containers;
use crate::memory::read;
use crate::metrics::AttachmentMetrics;
use crate::metrics::BodyMetrics;
use crate::metrics::ContactCounts;
use crate::metrics::ContactForce;
use crate::metrics::FluidMetrics;
use crate::metrics::FrameMetrics;
use crate::metrics::JointMetrics;
use crate::metrics::Overflow;
use crate::metrics::ProbeMetrics;
use crate::metrics::Residual;
use crate::metrics::measure::State;
use crate::metrics::measure::is_present;
use crate::metrics::measure::vector;
use crate::metrics::residual::SubstepEquations;
use crate::metrics::residual::SubstepResults;
use crate::rigid::RigidMeasure;
use glam::DVec3;
use glam::Quat;
use pliant_passes::Engine;
use pliant_passes::types::ACCUMULATORS;
use pliant_passes::types::Accumulator;
use pliant_passes::types::Body;
use pliant_passes::types::JointLoad;
use pliant_passes::types::STATUS_ACCUMULATOR_OVERFLOW;
use pliant_passes::types::STATUS_CONTACTS;
use pliant_passes::types::STATUS_DEFORMABLE_CONTACTS;
use pliant_passes::types::STATUS_DETECTIONS;
use pliant_passes::types::STATUS_NONFINITE;
use pliant_passes::types::STATUS_OVERFLOW;
use pliant_passes::types::STATUS_RIGID_CONTACTS;
use pliant_passes::types::Watch;
use std::collections::BTreeMap;

impl<E: Engine> Simulation<E> {
    /// Measures the current state.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn metrics(&mut self) -> Result<FrameMetrics, Error> {
        let positions = self.read_particles(self.assembly.buffers.particles.position)?;
        let velocities = self.read_particles(self.assembly.buffers.particles.velocity)?;
        let link_lambda = self.link_lambdas()?;
        let list_lambdas = self.list_lambdas()?;
        let balloon_lambda = self.balloon_lambdas()?;
        let forces = self.forces()?;
        let results = self.residual_state()?;
        let contact_forces = self.contact_forces()?;
        let fluids = self.fluid_metrics(&positions)?;
        let joints = self.joint_metrics()?;
        let state = State {
            positions: &positions,
            velocities: &velocities,
            masses: &self.assembly.model.masses,
            links: &self.assembly.model.constraints.links,
            link_lambda: &link_lambda,
            lists: &self.assembly.model.constraints.lists,
            list_lambdas: &list_lambdas,
            compliances: &self.compliances,
            colliders: self.scene_colliders(),
            collision_meshes: self.collision_meshes.view(),
            poses: &self.poses,
            gravity: self.settings.gravity,
            h: self.settings.h(),
        };
        let body = |(i, name): (usize, &String)| BodyMetrics {
            tears: self.tearing.as_ref().and_then(|t| t.tears(i)),
            fluid: fluids[i],
            ..state.body(name, &self.bodies[i], self.assembly.model.pools.range(i))
        };
        let mut bodies: Vec<_> = self.names.iter().enumerate().map(body).collect();
        state.constraints(&mut bodies);
        state.balloons(&mut bodies, &self.assembly.closed_surfaces, &balloon_lambda);
        let measure = |r: &SubstepResults| self.residuals(r, &state, &balloon_lambda);
        let residuals = results.as_ref().map(measure);
        set_residuals(&mut bodies, residuals.unwrap_or_default());
        self.fill_forces(&mut bodies, &forces);
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
            truncated: self.truncated(),
            enclosed: self.enclosed(),
            searches: self.searches(),
            detections: self.detections(),
            sleeping: self.sleeping(),
            contact_forces,
            overflow: self.overflow()?,
            nonfinite: self.status[STATUS_NONFINITE as usize].into(),
        })
    }

    /// What did not fit its list in the last frame.
    pub(super) fn overflow(&mut self) -> Result<Overflow, Error> {
        let neighbours = self.neighbour_overflow()?[0].into();
        let status = |word: u32| u64::from(self.status[word as usize]);
        Ok(Overflow {
            contacts: status(STATUS_OVERFLOW),
            neighbours,
            forces: status(STATUS_ACCUMULATOR_OVERFLOW),
            ..Overflow::default()
        })
    }

    /// Number of detections of rigid contacts; `None` in a scene without rigid bodies.
    pub(super) fn detections(&self) -> Option<u64> {
        let count = self.status[STATUS_DETECTIONS as usize];
        (!self.rigids.is_empty()).then_some(count.into())
    }

    /// Number of sleeping rigid bodies; `None` in a scene without rigid bodies.
    pub(super) fn sleeping(&self) -> Option<u64> {
        let asleep = self.assembly.model.rigids.sleep.count();
        (!self.rigids.is_empty()).then_some(asleep as u64)
    }

    pub(super) fn contacts(&self) -> ContactCounts {
        let status = |word: u32| u64::from(self.status[word as usize]);
        ContactCounts {
            collider: status(STATUS_CONTACTS),
            deformable: status(STATUS_DEFORMABLE_CONTACTS),
            rigid: status(STATUS_RIGID_CONTACTS),
        }
    }

    pub(super) fn joint_metrics(&mut self) -> Result<Vec<JointMetrics>, Error> {
        let joints = &self.assembly.model.rigids.joints;
        if self.frame == 0 || joints.count() == 0 {
            return Ok(Vec::new());
        }
        let loads = self.assembly.buffers.rigids.joints.loads;
        let loads: Vec<JointLoad> = read(&mut self.engine, loads, 0, joints.count())?;
        let per =
            1.0 / (pliant_math::powi(self.settings.h(), 2) * f64::from(self.settings.substeps));
        Ok(joints.metrics(&self.joint_names, &loads, per))
    }

    pub(super) fn rigid_bodies(&self) -> Vec<BodyMetrics> {
        let measure = RigidMeasure {
            scene: &self.rigids,
            names: &self.rigid_names,
            rigids: &self.assembly.model.rigids,
            states: &self.rigid_states,
            colliders: &self.colliders,
            poses: &self.poses,
            collision_meshes: self.collision_meshes.view(),
            gravity: self.settings.gravity,
        };
        let world = self.poses();
        let rotation = |rigid: &pliant_scene::Rigid| {
            let (_, rotation, _) = world[rigid.node].to_scale_rotation_translation();
            // A sheared matrix gives a quaternion whose length is not 1.
            rotation.normalize()
        };
        let rotations: Vec<Quat> = self.rigids.iter().map(rotation).collect();
        measure.bodies(&rotations)
    }

    /// Fills in the forces of bodies on their pins and anchors.
    pub(super) fn fill_forces(&self, bodies: &mut [BodyMetrics], forces: &[DVec3]) {
        if self.frame == 0 {
            return;
        }
        for (i, body) in bodies.iter_mut().enumerate() {
            body.pin_force = self.pin_force(i, forces);
        }
        for attachment in &self.assembly.model.watches.attachments {
            let on_body: DVec3 = forces[attachment.watches.clone()].iter().sum();
            bodies[attachment.body].attachments.push(AttachmentMetrics {
                to: attachment.to.clone(),
                force: (DVec3::ZERO - on_body).to_array(),
            });
        }
    }

    pub(super) fn pin_force(&self, body: usize, forces: &[DVec3]) -> Option<[f64; 3]> {
        let (pinned, linked) = self.assembly.pinned[body];
        let range = self.assembly.model.pools.range(body);
        let of_pin = |(watch, force): (&Watch, &DVec3)| {
            let particle = watch.particle as usize;
            let is_pin = linked
                && range.contains(&particle)
                && self.assembly.start.velocities[particle][3] == 0.0;
            if is_pin { *force } else { DVec3::ZERO }
        };
        let total: DVec3 = self
            .assembly
            .model
            .watches
            .watches
            .iter()
            .zip(forces)
            .map(of_pin)
            .sum();
        pinned.then(|| total.to_array())
    }

    pub(super) fn probe_metrics(
        &self,
        positions: &[[f32; 4]],
        velocities: &[[f32; 4]],
        forces: &[DVec3],
    ) -> Vec<ProbeMetrics> {
        let probe = |((body, index), particle): (&(usize, u32), &u32)| {
            let i = *particle as usize;
            let watched = self
                .assembly
                .model
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
            .zip(&self.assembly.probes)
            .map(probe)
            .collect()
    }

    /// Force of each body on each collider and each later body that it touched in the last frame, sorted by body, then by what
    /// it touched.
    pub(super) fn contact_forces(&mut self) -> Result<Vec<ContactForce>, Error> {
        if !self.settings.contact_forces || self.frame == 0 {
            return Ok(Vec::new());
        }
        let colliders = self.scene_colliders().len() as u32;
        let bodies = colliders + self.names.len() as u32;
        let edges = &self.assembly.model.deformable_contacts.collider_edges;
        // Edges of colliders come after bodies.
        let touched = |other: u32| match other.checked_sub(bodies) {
            Some(part) => edges.collider_of(part),
            None => other,
        };
        let body_of = &self.assembly.model.pools.body_of;
        let count = ACCUMULATORS as usize * body_of.len();
        let accumulators: Vec<Accumulator> = read(
            &mut self.engine,
            self.assembly.buffers.particles.accumulators,
            0,
            count,
        )?;
        let mut sums = BTreeMap::<(u32, u32), DVec3>::new();
        for (accumulate, body) in accumulators.iter().zip(body_of.iter().cycle()) {
            // Both bodies of a contact have accumulated its impulse: report it once.
            let is_counted = |other: &u32| {
                other
                    .checked_sub(colliders)
                    .is_none_or(|other| other > *body)
            };
            let other = accumulate.other.checked_sub(1).map(touched);
            if let Some(other) = other.filter(is_counted) {
                *sums.entry((*body, other)).or_default() += vector(&accumulate.impulse);
            }
        }
        let names: Vec<&String> = self.collider_names.iter().chain(&self.names).collect();
        let dt = self.settings.dt();
        let force = |((body, other), impulse): ((u32, u32), DVec3)| ContactForce {
            a: self.names[body as usize].clone(),
            b: names[other as usize].clone(),
            force: (-impulse / dt).to_array(),
        };
        Ok(sums.into_iter().map(force).collect())
    }

    /// Metrics of each body that is a fluid; all `None` in frame 0.
    pub(super) fn fluid_metrics(
        &mut self,
        positions: &[[f32; 4]],
    ) -> Result<Vec<Option<FluidMetrics>>, Error> {
        let mut sums = vec![FluidSum::default(); self.names.len()];
        if self.frame == 0 || self.assembly.model.fluids.particles.is_empty() {
            return Ok(vec![None; sums.len()]);
        }
        let sorted_particles = self.sorted_particles()?;
        let (density, counts) = (
            self.assembly.buffers.fluids.density,
            self.assembly.buffers.fluids.grid.counts,
        );
        let densities: Vec<f32> = read(&mut self.engine, density, 0, sorted_particles.len())?;
        let counts: Vec<u32> = read(&mut self.engine, counts, 0, sorted_particles.len())?;
        let containers: Vec<Containers> = self
            .bodies
            .iter()
            .map(|body| self.containers(body))
            .collect();
        for ((particle, density), count) in sorted_particles.into_iter().zip(densities).zip(counts)
        {
            let at = &positions[particle as usize];
            let body = self.assembly.model.pools.body_of[particle as usize] as usize;
            if !self.is_fluid(body) {
                continue;
            }
            if is_present(at) {
                sums[body].add(f64::from(density) - 1.0, count);
                sums[body].leaked += u64::from(containers[body].leaks(vector(at)));
            } else {
                sums[body].absent += 1;
            }
        }
        let emitters = &self.assembly.model.fluids.emitters;
        let sums = sums.into_iter().enumerate();
        let metrics = sums.map(|(body, sum)| {
            let pending = emitters.pending(body, self.frame);
            self.is_fluid(body).then(|| sum.metrics(pending))
        });
        Ok(metrics.collect())
    }

    pub(super) fn containers(&self, body: &Body) -> Containers {
        let (poses, collision_meshes) = (&self.poses, self.collision_meshes.view());
        let colliders = self.scene_colliders();
        Containers::new(
            body,
            colliders,
            poses,
            collision_meshes,
            self.settings.gravity,
        )
    }

    /// The residual of each body.
    pub(super) fn residuals(
        &self,
        results: &SubstepResults,
        state: &State<'_>,
        inflations: &[(u32, f32)],
    ) -> Vec<Residual> {
        let solved = SubstepEquations {
            results,
            state,
            inflations,
            balloons: &self.assembly.model.balloons.balloons,
            closed_surfaces: &self.assembly.closed_surfaces,
            materials: &self.materials,
            bodies: &self.bodies,
            body_of: &self.assembly.model.pools.body_of,
        };
        solved.residuals()
    }
}

fn set_residuals(bodies: &mut [BodyMetrics], residuals: Vec<Residual>) {
    for (body, residual) in bodies.iter_mut().zip(residuals) {
        body.residual = Some(residual);
    }
}

/// The largest penetration of any body, m.
fn deepest(bodies: &[BodyMetrics]) -> Option<f64> {
    let depths = bodies.iter().filter_map(|b| b.max_penetration);
    depths.reduce(f64::max)
}
