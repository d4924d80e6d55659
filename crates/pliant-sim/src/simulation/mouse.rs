//! Grabbing with the mouse: what a ray hits, and the spring that pulls it.

use super::Simulation;
use super::grab::Grab;
use crate::Held;
use crate::error::Error;
use glam::Quat;
use glam::Vec3;
use pliant_kernels::surface;
use pliant_math::powi;
use pliant_passes::Engine;
use pliant_passes::types::Frame;
use pliant_passes::types::NONE;
use pliant_passes::types::RigidGrip;

/// Frequency of a grabbed body on the mouse's spring, Hz: equally firm on a sheet and on a thread.
const GRAB_FREQUENCY: f64 = 3.0;

/// Most steps of a ray towards a collider, and the distance at which it counts as a hit, m.
const MAX_RAY_STEPS: u32 = 256;
const HIT_DISTANCE: f32 = 1e-4;

impl<E: Engine> Simulation<E> {
    /// Grabs something and pulls it towards a point in the following steps; `None` releases it. Needs `Settings::interactive`.
    pub fn grab(&mut self, grab: Option<Grab>) {
        self.grab = grab;
    }

    /// World position of a point that is given in a rigid body's frame, m.
    #[must_use]
    pub fn point_on(&self, rigid: usize, local: Vec3) -> Vec3 {
        let state = &self.rigid_states[rigid];
        Vec3::from(state.position) + Quat::from_array(state.rotation) * local
    }

    /// The first free rigid body along a ray from `origin` in the unit direction `direction`, and the point where the ray hits it, m.
    #[must_use]
    pub fn rigid_along(&self, origin: Vec3, direction: Vec3) -> Option<(Held, Vec3)> {
        let rigids = &self.assembly.model.rigids;
        let mut first = f32::INFINITY;
        let mut hit = None;
        for (index, part) in rigids.parts.iter().enumerate() {
            let free = part.carried != 0 && rigids.bodies[part.body as usize].is_free();
            if let Some(distance) = free
                .then(|| self.cast(index, origin, direction, first))
                .flatten()
            {
                (first, hit) = (distance, Some(part.body as usize));
            }
        }
        hit.map(|rigid| {
            let point = origin + first * direction;
            let state = &self.rigid_states[rigid];
            let rotation = Quat::from_array(state.rotation).conjugate();
            let local = rotation * (point - Vec3::from(state.position));
            (Held::Rigid { rigid, local }, point)
        })
    }

    /// The first collider of the scene along a ray from `origin` in the unit direction `direction`, and its distance, m.
    #[must_use]
    pub fn collider_along(&self, origin: Vec3, direction: Vec3) -> Option<(usize, f32)> {
        let mut first = None;
        for collider in 0..self.scene_colliders().len() {
            let limit = first.map_or(f32::INFINITY, |(_, distance)| distance);
            let hit = self.cast(collider, origin, direction, limit);
            first = hit.map(|distance| (collider, distance)).or(first);
        }
        first
    }

    /// Distance along a ray to a collider that it starts outside of, m; `None` beyond `limit`. Sphere tracing: each step is as
    /// long as the distance to the nearest surface.
    pub(super) fn cast(
        &self,
        collider: usize,
        origin: Vec3,
        direction: Vec3,
        limit: f32,
    ) -> Option<f32> {
        let pose = &self.poses[collider];
        let shape = self.colliders[collider].posed(pose);
        let back = Quat::from_array(pose.rotation).conjugate();
        let [from, direction] =
            [origin - Vec3::from(pose.translation), direction].map(|v| back * v);
        let mut distance = 0.0;
        for _ in 0..MAX_RAY_STEPS {
            let p = from + distance * direction;
            let gap = surface(self.collision_meshes.view(), &shape, p, from, f32::MAX).distance;
            if gap < HIT_DISTANCE {
                return (distance > 0.0).then_some(distance);
            }
            distance += gap;
            if distance >= limit || !distance.is_finite() {
                return None;
            }
        }
        None
    }

    /// Stiffness of the mouse's spring, N/m: in proportion to the mass of the body.
    #[must_use]
    pub fn grab_stiffness(&self, held: Held) -> f64 {
        let mass: f64 = match held {
            Held::Particle { body, .. } => {
                let range = self.assembly.model.pools.range(body);
                let masses = self.assembly.model.masses[range].iter();
                masses.map(|m| f64::from(*m)).sum()
            }
            Held::Rigid { rigid, .. } => self.rigids[rigid].mass,
        };
        mass.clamp(1e-9, 1e9) * powi(std::f64::consts::TAU * GRAB_FREQUENCY, 2)
    }

    /// Uploads which body is grabbed, the target, and the spring's compliance.
    pub(super) fn upload_grab(&mut self, frame: &mut Frame) -> Result<(), Error> {
        let mut grip = RigidGrip {
            body: NONE,
            local: [0.0; 3],
        };
        if let Some(grab) = self.grab {
            match grab.held {
                Held::Particle { body, particle } => {
                    let pools = &self.assembly.model.pools;
                    frame.grabbed = pools.first_particle[body] + particle;
                }
                Held::Rigid { rigid, local } => {
                    self.wake_pushed(rigid)?;
                    (grip.body, grip.local) = (rigid as u32, local.to_array());
                }
            }
            let stiffness = self.grab_stiffness(grab.held);
            frame.target = grab.target.to_array();
            frame.grab_compliance = (1.0 / (stiffness * powi(self.settings.h(), 2))) as f32;
        }
        if self.assembly.model.rigids.interactive {
            let buffer = self.assembly.buffers.rigids.grabbed;
            self.engine.write(buffer, 0, bytemuck::bytes_of(&grip))?;
        }
        Ok(())
    }
}
