//! Sleeping of rigid bodies (docs/method.md §26): bodies at rest sleep where nothing that moves touches them, and wake when
//! something disturbs them. Bodies that are joined sleep and wake together.

use super::rest::{REST_DISTANCE, REST_FRACTION, RestState, Sleep};
use super::rigids::Rigids;
use glam::{Quat, Vec3};
use pliant_passes::types::{
    Bounds, DISTURBED_AT_ONCE, JOINT_DRIVE, MOTION_ALLOWANCE, RIGID_DRIVEN, RIGID_MOVES,
    RIGID_RESTS, RIGID_SLEEPS, Rigid, RigidState,
};

/// How often a frame is repeated for bodies that wake because others hit them that woke before. Then all that are connected wake.
const HITS_IN_TURN: u32 = 4;

impl Rigids {
    /// Updates how long bodies have been at rest, from their states and gravity accelerations (m/s²) after a frame, and wakes
    /// sleepers that a body has left which touched them. Returns whether some may sleep.
    pub(crate) fn update_rest(&mut self, states: &[RigidState], accelerations: &[Vec3]) -> bool {
        let mut ready = false;
        let mut left = vec![false; self.bodies.len()];
        let here = states.iter().zip(accelerations).zip(&mut left);
        let all = self.sleep.rests.iter_mut().zip(&self.bodies).zip(here);
        for ((rest, body), ((state, acceleration), left)) in all.filter(|((r, _), _)| !r.sleeps()) {
            rest.frames += 1;
            if rest.frames == 1 {
                rest.acceleration = *acceleration;
            }
            // A floating body may drift on for ever, however slowly.
            let floats = *acceleration == Vec3::ZERO;
            let moved = motion(&rest.anchor, state, body.extent);
            *left = moved > REST_DISTANCE.min(REST_FRACTION * body.extent);
            if floats || rest.gravity_changed(*acceleration) || *left {
                (rest.anchor, rest.frames) = (*state, 0);
            }
            ready |= body.is_free() && rest.frames >= rest.wait;
        }
        self.wake_left(&left);
        ready
    }

    /// Wakes sleepers that one of these bodies touched when they fell asleep.
    fn wake_left(&mut self, left: &[bool]) {
        let touching = self.sleep.touching.iter();
        let neighbours = touching.flat_map(|&[a, b]| [[a, b], [b, a]]);
        let neighbours = neighbours.filter(|[_, other]| left[*other as usize]);
        let neighbours: Vec<usize> = neighbours.map(|[body, _]| body as usize).collect();
        self.wake_to_move(&neighbours);
    }

    /// Puts bodies to sleep that are at rest, are not pushed by particles (`loaded`) and touch nothing that moves, and stops them.
    /// `touching` are bodies with contact points between them. Returns whether the device's copy of bodies is out of date.
    pub(crate) fn put_to_sleep(
        &mut self,
        touching: &[[u32; 2]],
        loaded: &[bool],
        states: &mut [RigidState],
    ) -> bool {
        let driven = self.driven(touching, states);
        let mut groups = self.joined();
        let mut ready = vec![true; self.bodies.len()];
        for (body, rest) in self.sleep.rests.iter().enumerate() {
            let rests = !(rest.moves() || rest.sleeps() || loaded[body] || driven[body]);
            ready[groups.root(body)] &= rests;
        }
        for [body, other] in both_orders(touching) {
            if self.bodies[other].is_free() && self.sleep.rests[other].moves() {
                ready[groups.root(body)] = false;
            }
        }
        let mut fell_asleep = false;
        for body in 0..self.bodies.len() {
            if ready[groups.root(body)] && self.bodies[body].is_free() {
                self.sleep.rests[body].asleep = 1;
                states[body].compensation = [0.0; 3];
                (states[body].velocity, states[body].momentum) = ([0.0; 3], [0.0; 3]);
                fell_asleep = true;
            }
        }
        if fell_asleep {
            self.remember(touching);
        }
        self.update_activities(&driven)
    }

    /// Remembers which free bodies touch a sleeping one.
    fn remember(&mut self, touching: &[[u32; 2]]) {
        let all = &mut self.sleep.touching;
        let sorted = touching.iter().map(|&[a, b]| [a.min(b), a.max(b)]);
        let free = |body: &u32| self.bodies[*body as usize].is_free();
        all.extend(sorted.filter(|bodies| bodies.iter().all(free)));
        let rests = &self.sleep.rests;
        all.retain(|bodies| bodies.iter().any(|b| rests[*b as usize].sleeps()));
        all.sort_unstable();
        all.dedup();
    }

    /// Writes each free body's activity; returns whether the device must know.
    fn update_activities(&mut self, driven: &[bool]) -> bool {
        let (mut changed, mut sleeps) = (false, false);
        let rests = self.sleep.rests.iter().zip(driven);
        for (body, (rest, driven)) in self.bodies.iter_mut().zip(rests) {
            let activity = match (rest.sleeps(), rest.moves()) {
                _ if !body.is_free() => RIGID_MOVES,
                (true, _) => RIGID_SLEEPS,
                _ if *driven => RIGID_DRIVEN,
                (_, true) => RIGID_MOVES,
                (_, false) => RIGID_RESTS,
            };
            sleeps |= activity == RIGID_SLEEPS;
            changed |= activity != body.activity;
            body.activity = activity;
        }
        changed && sleeps
    }

    /// The free bodies that something drives, themselves or through others that they touch or are joined to: the host, a drive with
    /// a velocity, however slow, or a moving body that is not free.
    fn driven(&mut self, touching: &[[u32; 2]], states: &[RigidState]) -> Vec<bool> {
        let mut driven = vec![false; self.bodies.len()];
        let mut islands = self.joined();
        for body in self.sleep.pushed.drain(..) {
            driven[body] = true;
        }
        for joint in &self.joints.joints {
            let rows = &self.joints.rows[joint.first as usize..][..joint.rows as usize];
            let turns = |row: &pliant_passes::types::JointRow| {
                row.kind & JOINT_DRIVE != 0 && row.high != 0.0
            };
            if rows.iter().any(turns) {
                joint
                    .bodies
                    .iter()
                    .for_each(|body| driven[*body as usize] = true);
            }
        }
        for [body, other] in both_orders(touching) {
            let free = [body, other].map(|b| self.bodies[b].is_free());
            let awake = [body, other].map(|b| !self.sleep.rests[b].sleeps());
            if free == [true; 2] && awake == [true; 2] {
                islands.join(body, other);
            } else if free == [true, false] && is_moving(&states[other]) {
                driven[body] = true;
            }
        }
        let mut island_driven = vec![false; driven.len()];
        for (body, _) in driven.iter().enumerate().filter(|(_, driven)| **driven) {
            island_driven[islands.root(body)] = true;
        }
        (0..driven.len())
            .map(|body| island_driven[islands.root(body)])
            .collect()
    }

    /// Groups of joined free bodies.
    fn joined(&self) -> Groups {
        let mut groups = Groups::new(self.bodies.len());
        for joint in &self.joints.joints {
            let [a, b] = joint.bodies.map(|body| body as usize);
            if [a, b].iter().all(|body| self.bodies[*body].is_free()) {
                groups.join(a, b);
            }
        }
        groups
    }

    /// Wakes bodies with those that they are joined to; returns whether one slept. They keep the time that they have been at rest.
    fn wake(&mut self, bodies: &[usize]) -> bool {
        if !bodies.iter().any(|body| self.sleep.rests[*body].sleeps()) {
            return false;
        }
        let mut groups = self.joined();
        let mut reached = vec![false; self.bodies.len()];
        for body in bodies.iter().filter(|b| self.sleep.rests[**b].sleeps()) {
            reached[groups.root(*body)] = true;
        }
        let rests = self.sleep.rests.iter_mut().zip(&mut self.bodies);
        for (index, (rest, body)) in rests.enumerate().filter(|(_, (rest, _))| rest.sleeps()) {
            if reached[groups.root(index)] {
                (rest.asleep, body.activity) = (0, RIGID_MOVES);
            }
        }
        let rests = &self.sleep.rests;
        let touching = &mut self.sleep.touching;
        touching.retain(|bodies| bodies.iter().any(|b| rests[*b as usize].sleeps()));
        true
    }

    /// Wakes bodies that have to rest anew before they sleep; returns whether one slept.
    fn wake_to_move(&mut self, bodies: &[usize]) -> bool {
        for body in bodies {
            self.sleep.rests[*body].frames = 0;
        }
        self.wake(bodies)
    }

    /// Sleepers, with all others that touch them directly or through others.
    fn connected(&self, sleepers: &[usize]) -> Vec<usize> {
        let mut islands = Groups::new(self.bodies.len());
        for bodies in &self.sleep.touching {
            let [a, b] = bodies.map(|body| body as usize);
            if [a, b].iter().all(|body| self.sleep.rests[*body].sleeps()) {
                islands.join(a, b);
            }
        }
        let mut reached = vec![false; self.bodies.len()];
        for body in sleepers {
            reached[islands.root(*body)] = true;
        }
        (0..reached.len())
            .filter(|body| reached[islands.root(*body)])
            .collect()
    }

    /// Wakes all bodies; a frame takes `dt` s.
    pub(crate) fn wake_all(&mut self, dt: f64) {
        self.sleep = Sleep::new(self.bodies.len(), dt);
        let bodies = self.bodies.iter_mut();
        bodies.for_each(|body| body.activity = RIGID_MOVES);
    }

    /// Wakes a body that the host pushes in the next frame, or keeps it awake; returns whether it slept.
    pub(crate) fn wake_pushed(&mut self, body: usize) -> bool {
        self.sleep.pushed.push(body);
        self.wake_to_move(&[body])
    }

    /// Wakes bodies whose gravity acceleration changes to `accelerations`, m/s²; returns whether there are any.
    pub(crate) fn wake_accelerated(&mut self, accelerations: &[Vec3]) -> bool {
        let changes = |(rest, acceleration): (&RestState, &Vec3)| {
            rest.sleeps() && rest.gravity_changed(*acceleration)
        };
        let rests = self.sleep.rests.iter().zip(accelerations).enumerate();
        let changed = rests.filter_map(|(body, rest)| changes(rest).then_some(body));
        let changed: Vec<usize> = changed.collect();
        self.wake_to_move(&changed)
    }

    /// Wakes bodies near to boxes in which something moves, for states of all bodies; returns whether there are any.
    pub(crate) fn wake_near(&mut self, boxes: &[Bounds], states: &[RigidState]) -> bool {
        let near = |(body, state): (&Rigid, &RigidState)| {
            let reach = (1.0 + MOTION_ALLOWANCE) * body.extent;
            let distance = |own: &Bounds| own.distance_squared(Vec3::from(state.position));
            boxes.iter().any(|own| distance(own) < reach * reach)
        };
        let asleep = |body: &usize| self.sleep.rests[*body].sleeps();
        let all = (0..states.len()).filter(asleep);
        let disturbed: Vec<usize> = all
            .filter(|body| near((&self.bodies[*body], &states[*body])))
            .collect();
        self.wake_to_move(&disturbed)
    }

    /// Wakes bodies that were disturbed in a frame, from the `DISTURBED_…` of each body, after so many repetitions of the frame.
    /// Returns whether some must move in this frame, which is simulated again then.
    pub(crate) fn wake_disturbed(&mut self, disturbed: &[u32], repetitions: u32) -> bool {
        let asleep = |body: &usize| self.sleep.rests[*body].sleeps();
        let all = (0..disturbed.len()).filter(|body| disturbed[*body] > 0);
        let (mut hit, touched): (Vec<usize>, Vec<usize>) = all
            .filter(asleep)
            .partition(|body| disturbed[*body] == DISTURBED_AT_ONCE);
        if repetitions >= HITS_IN_TURN {
            hit = self.connected(&hit);
        }
        let again = self.wake_to_move(&hit);
        self.wake(&touched);
        again
    }

    /// Bodies as the device has them: a sleeping one has no inverse mass and no weight, so that others rest on it as on a static one.
    pub(crate) fn device_bodies(&self) -> Vec<Rigid> {
        let of = |body: &Rigid| match body.sleeps() {
            true => Rigid {
                inverse_mass: 0.0,
                inverse_inertia: [0.0; 3],
                gravity: 0.0,
                ..*body
            },
            false => *body,
        };
        self.bodies.iter().map(of).collect()
    }
}

/// Groups of bodies, which grow as bodies are joined.
struct Groups(Vec<usize>);

impl Groups {
    /// Each body alone.
    fn new(bodies: usize) -> Self {
        Self((0..bodies).collect())
    }

    /// The lowest body of a body's group.
    fn root(&mut self, mut body: usize) -> usize {
        while self.0[body] != body {
            self.0[body] = self.0[self.0[body]];
            body = self.0[body];
        }
        body
    }

    fn join(&mut self, a: usize, b: usize) {
        let [a, b] = [self.root(a), self.root(b)];
        self.0[a.max(b)] = a.min(b);
    }
}

/// Each pair of bodies, and the same pair in the other order.
fn both_orders(pairs: &[[u32; 2]]) -> impl Iterator<Item = [usize; 2]> {
    let pairs = pairs.iter().map(|pair| pair.map(|body| body as usize));
    pairs.flat_map(|[a, b]| [[a, b], [b, a]])
}

fn is_moving(state: &RigidState) -> bool {
    [state.velocity, state.momentum] != [[0.0; 3]; 2]
}

/// Lower bound of the distance that the body's farthest point has moved, m.
fn motion(from: &RigidState, to: &RigidState, extent: f32) -> f32 {
    let translation = Vec3::from(from.position).distance(to.position.into());
    let [from, to] = [from, to].map(|state| Quat::from_array(state.rotation));
    translation + extent * 2.0 * (to * from.conjugate()).xyz().length()
}
