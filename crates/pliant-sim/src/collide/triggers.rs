//! Triggers: what is in them, and when it entered and left (docs/metrics.md). They apply no forces, so the host evaluates them
//! between frames.

use super::collision_meshes::CollisionMeshes;
use super::kinematic;
use crate::checkpoint::{Sections, Writer, misses};
use crate::error::Error;
use crate::metrics::measure::is_present;
use crate::metrics::{TriggerEvent, TriggerMetrics};
use crate::rigid::half_size;
use bytemuck::{Pod, Zeroable};
use glam::{Mat4, Quat, Vec3};
use pliant_kernels::{Placed, filters_allow, overlap, surface};
use pliant_passes::types::{Body, Pose};
use pliant_scene::{Collider, Scene};
use std::ops::Range;

/// Sections of a checkpoint.
const INSIDE: &str = "inside triggers";
const COUNTS: &str = "counts of triggers";
const EVENTS: &str = "events of triggers";

/// All triggers of a scene, on the host.
#[derive(Default)]
pub(crate) struct Triggers {
    triggers: Vec<TriggerState>,
    /// Names of all that can be in triggers: deformable bodies, rigid bodies, and other colliders.
    objects: Vec<String>,
    /// The colliders of the scene; their poses are in `Snapshot::colliders`.
    colliders: Vec<Placed>,
    before: Snapshot,
    events: Vec<Event>,
}

/// Something enters or leaves a trigger.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Event {
    /// End of the substep in which it does, s.
    time: f64,
    /// Index of the trigger.
    trigger: u32,
    /// Index of the object.
    object: u32,
    /// 1 where it enters, 0 where it leaves.
    enters: u64,
}

/// A trigger and what is in it.
struct TriggerState {
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
    shape: Placed,
    /// The shape as the scene defines it, on its node.
    collider: Collider,
    /// (collider, thing) of the colliders that it detects.
    colliders: Vec<(usize, usize)>,
    /// Deformable bodies that it detects.
    bodies: Vec<usize>,
}

/// Poses and positions at a frame's end.
#[derive(Default)]
pub(crate) struct Snapshot {
    /// Poses of the shapes of all triggers.
    pub(crate) parts: Vec<Pose>,
    pub(crate) colliders: Vec<Pose>,
    pub(crate) positions: Vec<[f32; 4]>,
}

/// A frame for which triggers are evaluated.
struct FrameView<'a> {
    collision_meshes: pliant_kernels::CollisionMeshes<'a>,
    /// The particles of each deformable body.
    ranges: &'a [Range<usize>],
    before: &'a Snapshot,
    now: &'a Snapshot,
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
            let row = |(collider, own): (_, &Collider)| Placed {
                collider,
                pose: Pose::default(),
                half_size: half_size(scene, own, world[own.node]),
            };
            rows.into_iter().zip(colliders).map(row).collect()
        };
        let (objects, owners) = objects(scene);
        let colliders = placed(&scene.colliders);
        let state_of = |trigger: &pliant_scene::Trigger| {
            let own = placed(&trigger.parts).into_iter().zip(&trigger.parts);
            let part = |(shape, collider): (Placed, &Collider)| {
                let filters = shape.collider.filters;
                let listed = scene.colliders.iter().zip(&colliders).zip(&owners);
                let detected = listed.enumerate().filter(|(_, ((other, row), _))| {
                    moves_relative_to(scene, collider, other)
                        && filters_allow(filters, row.collider.filters)
                });
                Part {
                    colliders: detected.map(|(i, (_, object))| (i, *object)).collect(),
                    bodies: (0..bodies.len())
                        .filter(|i| filters_allow(filters, bodies[*i].filters))
                        .collect(),
                    collider: collider.clone(),
                    shape,
                }
            };
            TriggerState {
                name: scene.nodes[trigger.node].name.clone(),
                parts: own.map(part).collect(),
                inside: Vec::new(),
                entered: 0,
                left: 0,
                particles: 0,
            }
        };
        Self {
            triggers: scene.triggers.iter().map(state_of).collect(),
            objects,
            colliders,
            ..Self::default()
        }
    }

    pub(crate) fn metrics(&self) -> Vec<TriggerMetrics> {
        let names = |inside: &[bool]| {
            let all = inside.iter().zip(&self.objects);
            all.filter(|(inside, _)| **inside)
                .map(|(_, name)| name.clone())
                .collect::<Vec<_>>()
        };
        let metrics = |trigger: &TriggerState| {
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
        self.triggers.iter().map(metrics).collect()
    }

    pub(crate) fn events(&self) -> Vec<TriggerEvent> {
        let event = |event: &Event| TriggerEvent {
            time: event.time,
            event: if event.enters == 1 { "enter" } else { "leave" },
            trigger: self.triggers[event.trigger as usize].name.clone(),
            body: self.objects[event.object as usize].clone(),
        };
        self.events.iter().map(event).collect()
    }

    /// Whether the scene has triggers.
    pub(crate) fn any(&self) -> bool {
        !self.triggers.is_empty()
    }

    /// Saves what is in triggers, and the events of the last frame.
    pub(crate) fn save(&self, writer: &mut Writer) {
        let all = || self.triggers.iter();
        let inside = all().flat_map(|trigger| &trigger.inside);
        let inside: Vec<u8> = inside.map(|inside| u8::from(*inside)).collect();
        let counts = all().map(|trigger| [trigger.entered, trigger.left, trigger.particles]);
        writer.add(INSIDE, &inside);
        writer.add(COUNTS, &counts.collect::<Vec<_>>());
        writer.add(EVENTS, &self.events);
    }

    /// Loads what is in triggers. `now` are the poses and positions of the state.
    pub(crate) fn load(&mut self, sections: &Sections, now: Snapshot) -> Result<(), Error> {
        let [triggers, objects] = [self.triggers.len(), self.objects.len()];
        let inside: Vec<u8> = sections.exactly(INSIDE, triggers * objects)?;
        let counts: Vec<[u64; 3]> = sections.exactly(COUNTS, triggers)?;
        let events: Vec<Event> = sections.elements(EVENTS)?;
        let exists = |e: &Event| (e.trigger as usize) < triggers && (e.object as usize) < objects;
        if !events.iter().all(exists) {
            return Err(misses(EVENTS));
        }
        for (index, trigger) in self.triggers.iter_mut().enumerate() {
            let own = &inside[index * objects..][..objects];
            trigger.inside = own.iter().map(|inside| *inside != 0).collect();
            [trigger.entered, trigger.left, trigger.particles] = counts[index];
        }
        self.events = events;
        self.before = now;
        Ok(())
    }

    /// Empties all triggers: what is inside at the next update enters then.
    pub(crate) fn reset(&mut self) {
        self.clear();
        self.before = Snapshot::default();
    }

    /// Finds what entered and left in the frame of `dt` s that ends at `time` s, evaluated at `steps` times. `ranges` are the
    /// particles of each deformable body.
    pub(crate) fn update(
        &mut self,
        (collision_meshes, ranges): (pliant_kernels::CollisionMeshes<'_>, &[Range<usize>]),
        now: Snapshot,
        steps: u32,
        (time, dt): (f64, f64),
    ) {
        let before = std::mem::take(&mut self.before);
        let begins = before.parts.is_empty();
        let frame = FrameView {
            collision_meshes,
            ranges,
            before: if begins { &now } else { &before },
            now: &now,
            steps,
        };
        let dt = if begins { 0.0 } else { dt };
        self.evaluate(&frame, time - dt, dt);
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
            trigger.inside = vec![false; self.objects.len()];
        }
    }

    /// Evaluates a frame of `dt` s that starts at `start` s.
    fn evaluate(&mut self, frame: &FrameView<'_>, start: f64, dt: f64) {
        self.events.clear();
        let mut first = 0;
        for (index, trigger) in (0..).zip(&mut self.triggers) {
            let own = first..first + trigger.parts.len();
            first = own.end;
            let mut found = vec![vec![false; self.objects.len()]; frame.steps as usize];
            trigger.particles = 0;
            let mut counted = vec![false; frame.now.positions.len()];
            for (part, shape_index) in trigger.parts.iter().zip(own) {
                for (collider, object) in &part.colliders {
                    frame.solid(
                        part,
                        shape_index,
                        &self.colliders[*collider],
                        *collider,
                        |step| {
                            found[step][*object] = true;
                        },
                    );
                }
                for body in &part.bodies {
                    frame.particles(part, shape_index, *body, |step, particle| {
                        found[step][*body] = true;
                        counted[particle] |= step + 1 == frame.steps as usize;
                    });
                }
            }
            trigger.particles = counted.iter().filter(|inside| **inside).count() as u64;
            for (step, inside) in found.into_iter().enumerate() {
                let time = start + dt * (step + 1) as f64 / f64::from(frame.steps);
                self.events.extend(trigger.update(inside, index, time));
            }
        }
        self.events.sort_by(|a, b| a.time.total_cmp(&b.time));
    }
}

impl TriggerState {
    /// Updates what is inside; returns the events of this trigger, which has the index `trigger`.
    fn update(&mut self, inside: Vec<bool>, trigger: u32, time: f64) -> Vec<Event> {
        let changed = (0..inside.len()).filter(|object| inside[*object] != self.inside[*object]);
        let event = |object: usize| Event {
            time,
            trigger,
            object: object as u32,
            enters: inside[object].into(),
        };
        let events: Vec<_> = changed.map(event).collect();
        let entered = events.iter().filter(|e| e.enters == 1).count() as u64;
        self.entered += entered;
        self.left += events.len() as u64 - entered;
        self.inside = inside;
        events
    }
}

impl FrameView<'_> {
    /// Fraction of the frame that has passed at a step's end.
    fn fraction(&self, step: usize) -> f32 {
        (step + 1) as f32 / self.steps as f32
    }

    fn part(&self, part: &Part, shape_index: usize, fraction: f32) -> Placed {
        Placed {
            pose: interpolate(
                &self.before.parts[shape_index],
                &self.now.parts[shape_index],
                fraction,
            ),
            ..part.shape
        }
    }

    /// Calls `found` with each step in which a collider overlaps a part. Motion within a frame counts as straight.
    fn solid(
        &self,
        part: &Part,
        shape_index: usize,
        other: &Placed,
        index: usize,
        mut found: impl FnMut(usize),
    ) {
        let [then, now] = [self.before, self.now].map(|moment| {
            let [a, b] = [&moment.parts[shape_index], &moment.colliders[index]];
            Vec3::from(a.translation) - Vec3::from(b.translation)
        });
        if nearest(then, now) > part.shape.radius() + other.radius() {
            return;
        }
        for step in 0..self.steps as usize {
            let fraction = self.fraction(step);
            let [then, now] = [self.before, self.now].map(|moment| &moment.colliders[index]);
            let other = Placed {
                pose: interpolate(then, now, fraction),
                ..*other
            };
            if overlap(
                self.collision_meshes,
                &self.part(part, shape_index, fraction),
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
        shape_index: usize,
        body: usize,
        mut found: impl FnMut(usize, usize),
    ) {
        let parts: Vec<Placed> = (0..self.steps as usize)
            .map(|step| self.part(part, shape_index, self.fraction(step)))
            .collect();
        let center = |moment: &Snapshot| Vec3::from(moment.parts[shape_index].translation);
        let centers = [self.before, self.now].map(center);
        // A body that has just torn has other particles than before.
        let same = self.before.positions.len() == self.now.positions.len();
        for particle in self.ranges[body].clone() {
            let now = &self.now.positions[particle];
            let then = if same {
                &self.before.positions[particle]
            } else {
                now
            };
            if !(is_present(now) && is_present(then)) {
                continue;
            }
            let [then, now] = [then, now].map(|[x, y, z, _]| Vec3::new(*x, *y, *z));
            if nearest(then - centers[0], now - centers[1]) > part.shape.radius() {
                continue;
            }
            for (step, part) in parts.iter().enumerate() {
                if contains(
                    self.collision_meshes,
                    part,
                    then.lerp(now, self.fraction(step)),
                ) {
                    found(step, particle);
                }
            }
        }
    }
}

/// Whether a point is inside a shape.
fn contains(
    collision_meshes: pliant_kernels::CollisionMeshes<'_>,
    part: &Placed,
    point: Vec3,
) -> bool {
    let pose = &part.pose;
    let back = Quat::from_array(pose.rotation).conjugate();
    let local = back * (point - Vec3::from(pose.translation));
    let posed = part.collider.posed(pose);
    surface(collision_meshes, &posed, local, local, part.radius()).distance <= 0.0
}

/// Smallest distance of a straight path from the origin, m.
fn nearest(from: Vec3, to: Vec3) -> f32 {
    let path = to - from;
    let fraction = -from.dot(path) / path.length_squared().max(f32::MIN_POSITIVE);
    (from + fraction.clamp(0.0, 1.0) * path).length()
}

fn interpolate(then: &Pose, now: &Pose, fraction: f32) -> Pose {
    let [a, b] = [then, now].map(|pose| Quat::from_array(pose.rotation));
    let [from, to] = [then, now].map(|pose| Vec3::from(pose.translation));
    Pose {
        rotation: pliant_math::slerp(a, b, fraction).to_array(),
        translation: from.lerp(to, fraction).to_array(),
        scale: now.scale,
    }
}

/// Names of all that can be in a trigger, and the index of each collider's owner among them.
fn objects(scene: &Scene) -> (Vec<String>, Vec<usize>) {
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
fn moves_relative_to(scene: &Scene, part: &Collider, other: &Collider) -> bool {
    if part.rigid.is_some() || other.rigid.is_some() {
        return part.rigid != other.rigid;
    }
    let is_below = |a: usize, b: usize| scene.ancestors(a).any(|up| up == b);
    let together = is_below(part.node, other.node) || is_below(other.node, part.node);
    (part.animated || other.animated) && !together
}
