//! What is under the cursor: it is selected, made the orbit's centre, or pulled by a spring.

use super::pick::CursorView;
use super::playback::Playback;
use crate::exit::Error;
use glam::Vec3;
use pliant_sim::{Grab, Held, Particles};

/// Fraction of its distance by which a selected vertex may be behind a collider.
const NEAR: f32 = 0.05;
/// Which particles the cursor picks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    All,
    Free,
    Pinned,
}

impl Playback {
    /// Makes the point under the cursor the orbit's centre; the camera keeps its distance.
    pub(crate) fn center(&mut self, cursor: &CursorView, radius: f32) -> Result<(), Error> {
        if let Some((_, point)) = self.under(cursor, radius, Which::All)? {
            self.viewport.camera.target = point;
        }
        Ok(())
    }

    /// The mouse's spring: the grabbed point, its target, and the force, N.
    pub(crate) fn spring(&mut self) -> Result<Option<([Vec3; 2], f64)>, Error> {
        let Some(grab) = self.grab else {
            return Ok(None);
        };
        let at = self.position(grab.held)?;
        let stiffness = self.simulation.grab_stiffness(grab.held);
        let force = stiffness * f64::from(at.distance(grab.target));
        Ok(Some(([at, grab.target], force)))
    }

    /// Position of a grabbed point, m.
    fn position(&mut self, held: Held) -> Result<Vec3, Error> {
        Ok(match held {
            Held::Particle { body, particle } => {
                let particles = self.simulation.particles()?;
                let first = particles.first[body];
                particles.positions[(first + particle) as usize].into()
            }
            Held::Rigid { rigid, local } => self.simulation.point_on(rigid, local),
        })
    }

    /// Selects the body under the cursor, whichever is in front; nothing where there is none.
    pub(crate) fn select(&mut self, cursor: &CursorView, radius: f32) -> Result<(), Error> {
        let found = self.under(cursor, radius, Which::All)?;
        let ray = cursor.ray();
        let collider = self.simulation.collider_along(ray.origin, ray.direction);
        // A vertex next to the cursor may lie behind the collider that its body rests on.
        let near = |(_, point): &(Held, Vec3)| {
            let distance = point.distance(ray.origin);
            collider.is_none_or(|(_, before)| distance < before + NEAR * distance)
        };
        self.appearance.selected = match (found.filter(near), collider) {
            (Some((Held::Particle { body, .. }, _)), _) => Some(self.scene.bodies[body].node),
            (Some((Held::Rigid { rigid, .. }, _)), _) => Some(self.scene.rigids[rigid].node),
            (None, Some((collider, _))) => Some(self.scene.colliders[collider].node),
            (None, None) => None,
        };
        Ok(())
    }

    /// All particles.
    pub(crate) fn particles(&mut self) -> Result<Particles, Error> {
        Ok(self.simulation.particles()?)
    }

    /// The particle under the cursor, of those that `which` allows.
    pub(crate) fn vertex_under(
        &self,
        particles: &Particles,
        cursor: &CursorView,
        radius: f32,
        which: Which,
    ) -> Option<usize> {
        let mut is_pinned = vec![false; particles.positions.len()];
        for (body, first) in self.scene.bodies.iter().zip(&particles.first) {
            for pin in &body.pinned {
                is_pinned[(first + pin) as usize] = true;
            }
        }
        let mut positions = particles.positions.clone();
        for (p, position) in positions.iter_mut().enumerate() {
            let fits = match which {
                Which::All => true,
                Which::Free => !is_pinned[p],
                Which::Pinned => is_pinned[p],
            };
            if !fits || !particles.present[p] {
                *position = [f32::NAN; 3];
            }
        }
        cursor.pick(&positions, radius)
    }

    /// The vertex or the rigid body under the cursor, whichever is in front, with its position.
    fn under(
        &mut self,
        cursor: &CursorView,
        radius: f32,
        which: Which,
    ) -> Result<Option<(Held, Vec3)>, Error> {
        let particles = self.simulation.particles()?;
        let picked = self.vertex_under(&particles, cursor, radius, which);
        let vertex = picked.map(|picked| {
            let (body, particle) = locate(&particles, picked);
            let held = Held::Particle { body, particle };
            (held, particles.positions[picked].into())
        });
        let ray = cursor.ray();
        let rigid = self.simulation.rigid_along(ray.origin, ray.direction);
        let far = |(_, point): &(Held, Vec3)| point.distance_squared(ray.origin);
        let both = [vertex, rigid].into_iter().flatten();
        Ok(both.min_by(|a, b| far(a).total_cmp(&far(b))))
    }

    /// Begins to pull the vertex or the rigid body under the cursor, whichever is in front; pinned vertices do not move.
    pub(crate) fn pull(&mut self, cursor: &CursorView, radius: f32) -> Result<(), Error> {
        let nearest = self.under(cursor, radius, Which::Free)?;
        self.grab = nearest.map(|(held, point)| Grab {
            held,
            target: cursor.at_depth_of(point),
        });
        if let Some(grab) = &self.grab {
            tracing::debug!("pulling {}", self.name(grab.held));
        }
        self.simulation.grab(self.grab);
        Ok(())
    }

    /// The grabbed vertex or rigid body, for the log.
    fn name(&self, held: Held) -> String {
        match held {
            Held::Particle { body, particle } => {
                let name = self.scene.body_name(&self.scene.bodies[body]);
                format!("{name}, particle {particle}")
            }
            Held::Rigid { rigid, .. } => {
                let node = self.scene.rigids[rigid].node;
                format!("{}, a rigid body", self.scene.nodes[node].name)
            }
        }
    }

    /// Moves the target of the grab to the cursor.
    pub(crate) fn pull_to(&mut self, cursor: &CursorView) {
        if let Some(grab) = &mut self.grab {
            grab.target = cursor.at_depth_of(grab.target);
        }
        self.simulation.grab(self.grab);
    }

    /// Ends the grab, and logs its distance from the cursor.
    pub(crate) fn release(&mut self, cursor: &CursorView) -> Result<(), Error> {
        let Some(grab) = self.grab.take() else {
            return Ok(());
        };
        self.simulation.grab(None);
        if tracing::enabled!(tracing::Level::DEBUG) {
            let at = self.position(grab.held)?;
            let off = cursor.distance(at).unwrap_or(f32::INFINITY);
            let name = self.name(grab.held);
            let at = at.to_array();
            tracing::debug!("let go of {name}, at {at:?} m, {off:.1} pixels from the cursor");
        }
        Ok(())
    }
}

/// The body of a particle, and its index in the body.
pub(crate) fn locate(particles: &Particles, particle: usize) -> (usize, u32) {
    let particle = particle as u32;
    let body = particles.first.partition_point(|first| *first <= particle) - 1;
    (body, particle - particles.first[body])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn particles_are_found_in_their_bodies() {
        let particles = Particles {
            first: vec![0, 3, 3, 5],
            ..Particles::default()
        };
        let located: Vec<_> = (0..5).map(|i| locate(&particles, i)).collect();
        assert_eq!(located, [(0, 0), (0, 1), (0, 2), (2, 0), (2, 1)]);
    }
}
