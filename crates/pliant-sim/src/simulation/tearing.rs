//! Opens torn bodies between frames, and restores them at a reset.

use super::Simulation;
use super::checkpoint::TORN_EDGES;
use crate::checkpoint::misses;
use crate::error::Error;
use crate::memory::read;
use crate::simulation::Assembly;
use crate::tearing::Tearing;
use pliant_passes::Engine;
use pliant_passes::types::JointLoad;
use pliant_passes::types::RigidState;
use pliant_passes::types::STATUS_TORN;

impl<E: Engine> Simulation<E> {
    /// Opens the edges that the last frame overstretched. After an error the simulation can't go on.
    pub(super) fn tear(&mut self) -> Result<(), Error> {
        if self.status[STATUS_TORN as usize] == 0 {
            return Ok(());
        }
        let positions = self.read_particles(self.assembly.buffers.particles.position)?;
        let broken = self.assembly.model.tears.broken(&positions);
        let tearing = self.tearing.as_mut();
        let Some(torn) = tearing.and_then(|tearing| tearing.open(&self.assembly.model, &broken))
        else {
            return Ok(());
        };
        let velocities = self.read_particles(self.assembly.buffers.particles.velocity)?;
        let compensation = self.assembly.buffers.particles.compensation;
        let compensations: Vec<[f32; 3]> =
            read(&mut self.engine, compensation, 0, positions.len())?;
        let before = self.assembly.model.pools.body_of.clone();
        let rigids = self.assembly.model.rigids.bodies.len();
        let joints = self.assembly.model.rigids.joints.count();
        let old = &self.assembly.buffers.rigids;
        let states: Vec<RigidState> = read(&mut self.engine, old.states, 0, rigids)?;
        let loads: Vec<JointLoad> = read(&mut self.engine, old.joints.loads, 0, joints)?;
        let held = std::mem::take(&mut self.assembly.model.kinematics.held);
        let pushed = self.external_forces()?;
        let masses = self.assembly.model.masses.clone();
        self.rebuild(Some(torn.masses))?;
        let start = &self.assembly.start;
        let current = |state: &[[f32; 4]], masses: &[[f32; 4]]| {
            let fluid = |p: u32| self.is_fluid(before[p as usize] as usize);
            let particle = |(p, own): (&u32, &[f32; 4])| {
                let [x, y, z, w] = state[*p as usize];
                // Fluid particles keep their masses, and removed ones stay removed.
                [x, y, z, if fluid(*p) { w } else { own[3] }]
            };
            torn.origins.iter().zip(masses).map(particle).collect()
        };
        let positions: Vec<[f32; 4]> = current(&positions, &start.positions);
        let velocities: Vec<[f32; 4]> = current(&velocities, &start.velocities);
        let compensations: Vec<[f32; 3]> = torn
            .origins
            .iter()
            .map(|p| compensations[*p as usize])
            .collect();
        let b = &self.assembly.buffers;
        let mut write = |buffer, bytes: &[u8]| self.engine.write(buffer, 0, bytes);
        write(b.particles.position.id(), bytemuck::cast_slice(&positions))?;
        write(b.particles.velocity.id(), bytemuck::cast_slice(&velocities))?;
        write(
            b.particles.compensation.id(),
            bytemuck::cast_slice(&compensations),
        )?;
        write(b.rigids.states.id(), bytemuck::cast_slice(&states))?;
        write(b.rigids.joints.loads.id(), bytemuck::cast_slice(&loads))?;
        if let Some(pushed) = pushed {
            self.split_forces(&pushed, &torn.origins, &masses)?;
        }
        self.hold_pins()?;
        let kinematics = &mut self.assembly.model.kinematics;
        if held.to.len() == kinematics.held.to.len() {
            kinematics.held = held;
        }
        self.upload_kinematics(self.time())
    }

    /// Tears the bodies of the start as a checkpoint says: at the broken edges of each tear, in order.
    pub(super) fn tear_again(&mut self, history: &[Vec<[u32; 2]>]) -> Result<(), Error> {
        for broken in history {
            let body_of = &self.assembly.model.pools.body_of;
            let body = |p: u32| body_of.get(p as usize);
            let is_edge = |[a, b]: &[u32; 2]| body(*a).is_some() && body(*a) == body(*b);
            let all_exist = broken.iter().all(is_edge);
            let tearing = self.tearing.as_mut().filter(|_| all_exist);
            let torn = tearing.and_then(|tearing| tearing.open(&self.assembly.model, broken));
            let torn = torn.ok_or_else(|| misses(TORN_EDGES))?;
            self.rebuild(Some(torn.masses))?;
        }
        Ok(())
    }

    /// Restores the bodies of the start.
    pub(super) fn undo_tears(&mut self) -> Result<(), Error> {
        if self.tearing.as_mut().is_some_and(Tearing::undo) {
            self.rebuild(None)?;
        }
        Ok(())
    }

    /// Makes the assembly again for the current topology; the caller writes the state. The old buffers are freed first, since
    /// memory may not suffice for both.
    pub(super) fn rebuild(&mut self, masses: Option<Vec<f32>>) -> Result<(), Error> {
        let Some(tearing) = &self.tearing else {
            return Ok(());
        };
        self.assembly.destroy_all(&mut self.engine);
        self.assembly = Assembly::new(
            tearing.scene(),
            &self.settings,
            &self.collision_meshes,
            &mut self.engine,
            masses,
        )?;
        self.generation += 1;
        self.forget_intersections()
    }
}
