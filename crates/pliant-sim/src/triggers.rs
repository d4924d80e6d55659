//! Triggers: what is in them, and when it entered and left (docs/metrics.md). They apply no forces, so the host evaluates them
//! between frames.

use crate::collision_meshes::CollisionMeshes;
use crate::kinematic;
use crate::measure::is_there;
use crate::metrics::{TriggerEvent, TriggerMetrics};
use crate::rigid::half_size;
use glam::{Mat4, Quat, Vec3};
use pliant_kernels::{Placed, meets, overlap, surface};
use pliant_passes::types::{Body, Pose};
use pliant_scene::{Collider, Scene};
use std::ops::Range;

/// All triggers of a scene, on the host.
#[derive(Default)]
pub(crate) struct Triggers {
    triggers: Vec<Watched>,
    /// Names of all that can be in triggers: deformable bodies, rigid bodies, and other colliders.
    things: Vec<String>,
    /// The colliders of the scene; their poses are in `Moment::colliders`.
    colliders: Vec<Placed>,
    before: Moment,
    events: Vec<TriggerEvent>,
}

/// A trigger and what is in it.
struct Watched {
    name: String,
    parts: Vec<Part>,
    /// For each thing, whether it is inside now.
    inside: Vec<bool>,
    entered: u64,
    left: u64,
    particles: u64,
}

/// A shape of a trigger.
struct Part {
    place: Placed,
    /// The shape as the scene defines it, on its node.
    collider: Collider,
    /// (collider, thing) of the colliders that it detects.
    meets: Vec<(usize, usize)>,
    /// Deformable bodies that it detects.
    bodies: Vec<usize>,
}

/// Poses and positions at a frame's end.
#[derive(Default)]
pub(crate) struct Moment {
    /// Poses of the shapes of all triggers.
    pub(crate) parts: Vec<Pose>,
    pub(crate) colliders: Vec<Pose>,
    pub(crate) positions: Vec<[f32; 4]>,
}

/// A frame for which triggers are evaluated.
struct Seen<'a> {
    collision_meshes: pliant_kernels::CollisionMeshes<'a>,
    /// The particles of each deformable body.
    ranges: &'a [Range<usize>],
    before: &'a Moment,
    now: &'a Moment,
    /// Number of times at which it is evaluated.
    steps: u32,
}

impl Triggers {
    pub(crate) fn new(scene: &Scene, bodies: &[Body], collision_meshes: &CollisionMeshes) -> Self {
        if scene.triggers.is_empty() {
            return Self::default();
        }
        let world = scene.pose(0.0, false);
        let placed = |colliders: &[Collider]| -> Vec<Placed> {
            let rows = kinematic::colliders(scene, colliders.iter(), collision_meshes);
            let place = |(collider, own): (_, &Collider)| Placed {
                collider,
                pose: Pose::default(),
                half_size: half_size(scene, own, world[own.node]),
            };
            rows.into_iter().zip(colliders).map(place).collect()
        };
        let (things, owners) = things(scene);
        let colliders = placed(&scene.colliders);
        let watched = |trigger: &pliant_scene::Trigger| {
            let own = placed(&trigger.parts).into_iter().zip(&trigger.parts);
            let part = |(place, collider): (Placed, &Collider)| {
                let filters = place.collider.filters;
                let listed = scene.colliders.iter().zip(&colliders).zip(&owners);
                let met = listed.enumerate().filter(|(_, ((other, row), _))| {
                    is_apart(scene, collider, other) && meets(filters, row.collider.filters)
                });
                Part {
                    meets: met.map(|(i, (_, thing))| (i, *thing)).collect(),
                    bodies: (0..bodies.len())
                        .filter(|i| meets(filters, bodies[*i].filters))
                        .collect(),
                    collider: collider.clone(),
                    place,
                }
            };
            Watched {
                name: scene.nodes[trigger.node].name.clone(),
                parts: own.map(part).collect(),
                inside: Vec::new(),
                entered: 0,
                left: 0,
                particles: 0,
            }
        };
        Self {
            triggers: scene.triggers.iter().map(watched).collect(),
            things,
            colliders,
            ..Self::default()
        }
    }

    pub(crate) fn metrics(&self) -> Vec<TriggerMetrics> {
        let names = |inside: &[bool]| {
            let all = inside.iter().zip(&self.things);
            all.filter(|(inside, _)| **inside)
                .map(|(_, name)| name.clone())
                .collect::<Vec<_>>()
        };
        let told = |trigger: &Watched| {
            let bodies = names(&trigger.inside);
            TriggerMetrics {
                name: trigger.name.clone(),
                inside: bodies.len() as u64,
                bodies,
                entered: trigger.entered,
                left: trigger.left,
                particles: trigger.particles,
            }
        };
        self.triggers.iter().map(told).collect()
    }

    pub(crate) fn events(&self) -> Vec<TriggerEvent> {
        self.events.clone()
    }

    /// Whether the scene has triggers.
    pub(crate) fn any(&self) -> bool {
        !self.triggers.is_empty()
    }

    /// Empties all triggers: what is inside at the next update enters then.
    pub(crate) fn reset(&mut self) {
        self.clear();
        self.before = Moment::default();
    }

    /// Finds what entered and left in the frame of `dt` s that ends at `time` s, evaluated at `steps` times. `ranges` are the
    /// particles of each deformable body.
    pub(crate) fn update(
        &mut self,
        (collision_meshes, ranges): (pliant_kernels::CollisionMeshes<'_>, &[Range<usize>]),
        now: Moment,
        steps: u32,
        (time, dt): (f64, f64),
    ) {
        let before = std::mem::take(&mut self.before);
        let begins = before.parts.is_empty();
        let seen = Seen {
            collision_meshes,
            ranges,
            before: if begins { &now } else { &before },
            now: &now,
            steps,
        };
        let dt = if begins { 0.0 } else { dt };
        self.look(&seen, time - dt, dt);
        self.before = now;
    }

    /// Poses of all shapes of triggers, from the world matrices of nodes.
    pub(crate) fn poses(&self, world: &[Mat4]) -> Vec<Pose> {
        let parts = self.triggers.iter().flat_map(|trigger| &trigger.parts);
        parts
            .map(|part| kinematic::pose(&part.collider, world))
            .collect()
    }

    /// Empties triggers and sets their counters to 0.
    fn clear(&mut self) {
        for trigger in &mut self.triggers {
            (trigger.entered, trigger.left) = (0, 0);
            trigger.inside = vec![false; self.things.len()];
        }
    }

    /// Evaluates a frame of `dt` s that starts at `start` s.
    fn look(&mut self, seen: &Seen<'_>, start: f64, dt: f64) {
        self.events.clear();
        let mut first = 0;
        for trigger in &mut self.triggers {
            let own = first..first + trigger.parts.len();
            first = own.end;
            let mut found = vec![vec![false; self.things.len()]; seen.steps as usize];
            trigger.particles = 0;
            let mut counted = vec![false; seen.now.positions.len()];
            for (part, place) in trigger.parts.iter().zip(own) {
                for (collider, thing) in &part.meets {
                    seen.solid(part, place, &self.colliders[*collider], *collider, |step| {
                        found[step][*thing] = true;
                    });
                }
                for body in &part.bodies {
                    seen.particles(part, place, *body, |step, particle| {
                        found[step][*body] = true;
                        counted[particle] |= step + 1 == seen.steps as usize;
                    });
                }
            }
            trigger.particles = counted.iter().filter(|inside| **inside).count() as u64;
            for (step, inside) in found.into_iter().enumerate() {
                let time = start + dt * (step + 1) as f64 / f64::from(seen.steps);
                self.events.extend(trigger.pass(inside, &self.things, time));
            }
        }
        self.events.sort_by(|a, b| a.time.total_cmp(&b.time));
    }
}

impl Watched {
    /// Updates what is inside; returns the events.
    fn pass(&mut self, inside: Vec<bool>, things: &[String], time: f64) -> Vec<TriggerEvent> {
        let changed = (0..things.len()).filter(|thing| inside[*thing] != self.inside[*thing]);
        let event = |thing: usize| TriggerEvent {
            time,
            event: if inside[thing] { "enter" } else { "leave" },
            trigger: self.name.clone(),
            body: things[thing].clone(),
        };
        let events: Vec<_> = changed.map(event).collect();
        let entered = events.iter().filter(|e| e.event == "enter").count() as u64;
        self.entered += entered;
        self.left += events.len() as u64 - entered;
        self.inside = inside;
        events
    }
}

impl Seen<'_> {
    /// Fraction of the frame that has passed at a step's end.
    fn share(&self, step: usize) -> f32 {
        (step + 1) as f32 / self.steps as f32
    }

    fn part(&self, part: &Part, place: usize, share: f32) -> Placed {
        Placed {
            pose: between(&self.before.parts[place], &self.now.parts[place], share),
            ..part.place
        }
    }

    /// Calls `found` with each step in which a collider overlaps a part. Motion within a frame counts as straight.
    fn solid(
        &self,
        part: &Part,
        place: usize,
        other: &Placed,
        index: usize,
        mut found: impl FnMut(usize),
    ) {
        let [then, now] = [self.before, self.now].map(|moment| {
            let [a, b] = [&moment.parts[place], &moment.colliders[index]];
            Vec3::from(a.translation) - Vec3::from(b.translation)
        });
        if nearest(then, now) > part.place.radius() + other.radius() {
            return;
        }
        for step in 0..self.steps as usize {
            let share = self.share(step);
            let [then, now] = [self.before, self.now].map(|moment| &moment.colliders[index]);
            let other = Placed {
                pose: between(then, now, share),
                ..*other
            };
            if overlap(
                self.collision_meshes,
                &self.part(part, place, share),
                &other,
            ) {
                found(step);
            }
        }
    }

    /// Calls `found` with each step and particle of a body that is in a part.
    fn particles(
        &self,
        part: &Part,
        place: usize,
        body: usize,
        mut found: impl FnMut(usize, usize),
    ) {
        let parts: Vec<Placed> = (0..self.steps as usize)
            .map(|step| self.part(part, place, self.share(step)))
            .collect();
        let middle = |moment: &Moment| Vec3::from(moment.parts[place].translation);
        let middles = [self.before, self.now].map(middle);
        // A body that has just torn has other particles than before.
        let same = self.before.positions.len() == self.now.positions.len();
        for particle in self.ranges[body].clone() {
            let now = &self.now.positions[particle];
            let then = if same {
                &self.before.positions[particle]
            } else {
                now
            };
            if !(is_there(now) && is_there(then)) {
                continue;
            }
            let [then, now] = [then, now].map(|[x, y, z, _]| Vec3::new(*x, *y, *z));
            if nearest(then - middles[0], now - middles[1]) > part.place.radius() {
                continue;
            }
            for (step, part) in parts.iter().enumerate() {
                if holds(
                    self.collision_meshes,
                    part,
                    then.lerp(now, self.share(step)),
                ) {
                    found(step, particle);
                }
            }
        }
    }
}

/// Whether a point is inside a shape.
fn holds(
    collision_meshes: pliant_kernels::CollisionMeshes<'_>,
    part: &Placed,
    place: Vec3,
) -> bool {
    let pose = &part.pose;
    let back = Quat::from_array(pose.rotation).conjugate();
    let local = back * (place - Vec3::from(pose.translation));
    let posed = part.collider.posed(pose);
    surface(collision_meshes, &posed, local, local, part.radius()).distance <= 0.0
}

/// Smallest distance of a straight path from the origin, m.
fn nearest(from: Vec3, to: Vec3) -> f32 {
    let way = to - from;
    let share = -from.dot(way) / way.length_squared().max(f32::MIN_POSITIVE);
    (from + share.clamp(0.0, 1.0) * way).length()
}

fn between(then: &Pose, now: &Pose, share: f32) -> Pose {
    let [a, b] = [then, now].map(|pose| Quat::from_array(pose.rotation));
    let [from, to] = [then, now].map(|pose| Vec3::from(pose.translation));
    Pose {
        rotation: a.slerp(b, share).to_array(),
        translation: from.lerp(to, share).to_array(),
        scale: now.scale,
    }
}

/// Names of all that can be in a trigger, and the index of each collider's owner among them.
fn things(scene: &Scene) -> (Vec<String>, Vec<usize>) {
    let name = |node: usize| scene.nodes[node].name.clone();
    let bodies = scene.bodies.iter().map(|body| body.node);
    let rigids = scene.rigids.iter().map(|rigid| rigid.node);
    let mut names: Vec<String> = bodies.chain(rigids).map(name).collect();
    let mut owners = Vec::new();
    for collider in &scene.colliders {
        owners.push(
            collider
                .rigid
                .map_or(names.len(), |rigid| scene.bodies.len() + rigid),
        );
        if collider.rigid.is_none() {
            names.push(name(collider.node));
        }
    }
    (names, owners)
}

/// Whether a part of a trigger and a collider can move relative to each other.
fn is_apart(scene: &Scene, part: &Collider, other: &Collider) -> bool {
    if part.rigid.is_some() || other.rigid.is_some() {
        return part.rigid != other.rigid;
    }
    let hangs_on = |a: usize, b: usize| scene.ancestors(a).any(|up| up == b);
    let together = hangs_on(part.node, other.node) || hangs_on(other.node, part.node);
    (part.animated || other.animated) && !together
}
