//! Sleeping of rigid bodies (docs/method.md §26): islands of bodies that may touch or are joined sleep and wake together.

use super::rest::{REST_DISTANCE, REST_FRACTION};
use super::rigids::Rigids;
use crate::rigid::rest::Sleep;
use glam::{Quat, Vec3};
use pliant_passes::types::{JOINT_DRIVE, MotionBound, RigidPair, RigidState};

impl Rigids {
    /// Updates how long bodies have been at rest, from their states and gravity accelerations (m/s²) after a frame.
    /// Returns whether some may sleep.
    pub(crate) fn update_rest(&mut self, states: &[RigidState], accelerations: &[Vec3]) -> bool {
        let mut ready = false;
        let here = states.iter().zip(accelerations);
        let all = self.sleep.rests.iter_mut().zip(&self.bodies).zip(here);
        for ((rest, body), (state, acceleration)) in all.filter(|((rest, _), _)| rest.island == 0) {
            rest.frames += 1;
            if rest.frames == 1 {
                rest.acceleration = *acceleration;
            }
            // A floating body may drift on for ever, however slowly.
            let floats = *acceleration == Vec3::ZERO;
            let moved = motion(&rest.anchor, state, body.extent);
            if floats
                || rest.gravity_changed(*acceleration)
                || moved > REST_DISTANCE.min(REST_FRACTION * body.extent)
            {
                (rest.anchor, rest.frames) = (*state, 0);
            }
            ready |= body.is_free() && rest.frames >= rest.wait;
        }
        ready
    }

    /// Puts islands to sleep whose bodies are all at rest and carry no particles, and stops them; returns whether any are.
    pub(crate) fn put_to_sleep(
        &mut self,
        pairs: &[RigidPair],
        loaded: &[bool],
        states: &mut [RigidState],
    ) -> bool {
        let rests = self.sleep.rests.iter_mut().zip(loaded);
        for (rest, _) in rests.filter(|(_, loaded)| **loaded) {
            rest.frames = 0;
        }
        let islands = self.islands(pairs, states);
        let mut ready = vec![true; self.bodies.len()];
        for (body, island) in islands.iter().enumerate() {
            let rest = &self.sleep.rests[body];
            ready[*island] &= rest.island == 0 && rest.frames >= rest.wait;
        }
        let mut numbers = vec![0; self.bodies.len()];
        for (body, island) in islands.iter().enumerate() {
            if !(ready[*island] && self.bodies[body].is_free()) {
                continue;
            }
            if numbers[*island] == 0 {
                self.sleep.islands += 1;
                numbers[*island] = self.sleep.islands;
            }
            self.sleep.rests[body].island = numbers[*island];
            self.bodies[body].asleep = 1;
            (states[body].velocity, states[body].momentum) = ([0.0; 3], [0.0; 3]);
        }
        numbers.iter().any(|number| *number > 0)
    }

    /// The first body of each body's island, which contains bodies that may touch or are joined. A moving body that is not free
    /// keeps bodies awake that may touch it, and so does a drive with a velocity, however slow.
    fn islands(&mut self, pairs: &[RigidPair], states: &[RigidState]) -> Vec<usize> {
        for joint in &self.joints.joints {
            let rows = &self.joints.rows[joint.first as usize..][..joint.rows as usize];
            if rows
                .iter()
                .any(|row| row.kind & JOINT_DRIVE != 0 && row.high != 0.0)
            {
                for body in joint.bodies {
                    self.sleep.rests[body as usize].frames = 0;
                }
            }
        }
        let mut roots: Vec<usize> = (0..self.bodies.len()).collect();
        let joints = self.joints.joints.iter().map(|joint| joint.bodies);
        let ends: Vec<[u32; 2]> = pairs.iter().map(|p| p.bodies).chain(joints).collect();
        for bodies in ends {
            let [a, b] = bodies.map(|body| body as usize);
            match [a, b].map(|body| self.bodies[body].is_free()) {
                [true, true] => {
                    let [a, b] = [root(&mut roots, a), root(&mut roots, b)];
                    roots[a.max(b)] = a.min(b);
                }
                [true, false] if is_moving(&states[b]) => self.sleep.rests[a].frames = 0,
                [false, true] if is_moving(&states[a]) => self.sleep.rests[b].frames = 0,
                _ => {}
            }
        }
        (0..roots.len())
            .map(|body| root(&mut roots, body))
            .collect()
    }

    /// Wakes all bodies; a frame takes `dt` s.
    pub(crate) fn wake_all(&mut self, dt: f64) {
        self.sleep = Sleep::new(self.bodies.len(), dt);
        self.bodies.iter_mut().for_each(|body| body.asleep = 0);
    }

    /// Wakes the island of a body that the mouse holds, or keeps it awake; returns whether it slept.
    pub(crate) fn wake_island(&mut self, body: usize) -> bool {
        let island = self.sleep.rests[body].island;
        self.sleep.rests[body].frames = 0;
        let rests = self.sleep.rests.iter_mut().zip(&mut self.bodies);
        for (rest, body) in rests.filter(|(rest, _)| island > 0 && rest.island == island) {
            (rest.island, rest.frames) = (0, 0);
            body.asleep = 0;
        }
        island > 0
    }

    /// Wakes the islands of bodies whose gravity acceleration changes to `accelerations`, m/s²; returns whether there are any.
    pub(crate) fn wake_accelerated(&mut self, accelerations: &[Vec3]) -> bool {
        let rests = self.sleep.rests.iter().zip(accelerations);
        let changed = rests
            .map(|(rest, acceleration)| rest.island > 0 && rest.gravity_changed(*acceleration));
        let changed: Vec<usize> = (0..)
            .zip(changed)
            .filter_map(|(body, changes)| changes.then_some(body))
            .collect();
        changed.iter().for_each(|body| _ = self.wake_island(*body));
        !changed.is_empty()
    }

    /// Wakes the islands of bodies that were hit or pushed in a frame.
    pub(crate) fn wake_disturbed(&mut self, motion_bounds: &[MotionBound]) {
        let rests = &mut self.sleep.rests;
        let disturbed = rests
            .iter()
            .zip(motion_bounds)
            .filter(|(_, reach)| reach.disturbed != 0);
        let islands: Vec<u32> = disturbed.map(|(rest, _)| rest.island).collect();
        for (rest, body) in rests.iter_mut().zip(&mut self.bodies) {
            if rest.island > 0 && islands.contains(&rest.island) {
                (rest.island, rest.frames) = (0, 0);
                rest.wait = (2 * rest.wait).min(1 << 12);
                body.asleep = 0;
            }
        }
    }
}

fn is_moving(state: &RigidState) -> bool {
    [state.velocity, state.momentum] != [[0.0; 3]; 2]
}

fn root(roots: &mut [usize], mut body: usize) -> usize {
    while roots[body] != body {
        roots[body] = roots[roots[body]];
        body = roots[body];
    }
    body
}

/// Lower bound of the distance that the body's farthest point has moved, m.
fn motion(from: &RigidState, to: &RigidState, extent: f32) -> f32 {
    let translation = Vec3::from(from.position).distance(to.position.into());
    let [from, to] = [from, to].map(|state| Quat::from_array(state.rotation));
    translation + extent * 2.0 * (to * from.conjugate()).xyz().length()
}
