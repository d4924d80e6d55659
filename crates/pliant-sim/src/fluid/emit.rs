//! Emitters: which particles they emit in a frame, and from where (docs/method.md §25).

use crate::build::pools::Pools;
use crate::collide::kinematic::Kinematics;
use crate::settings::Settings;
use glam::{DMat4, DQuat, DVec3, Mat4};
use pliant_passes::types::{Birth, NONE};
use pliant_scene::{BodyKind, Emitter, Scene};

/// An emitter of a scene.
struct Source {
    body: usize,
    node: usize,
    /// First of its particles in the pool.
    first: u32,
    /// Number of its particles.
    pool: u64,
    /// Number of particles that rate and duration ask for.
    requested: u64,
    emitter: Emitter,
    /// Points at which particles leave while the node has its pose of t = 0, m.
    points: Vec<DVec3>,
}

/// Displacement of a node since t = 0.
struct Displacement {
    matrix: DMat4,
    rotation: DQuat,
}

impl Displacement {
    fn new(start: Mat4, now: Mat4) -> Self {
        let rotation = |m: Mat4| m.to_scale_rotation_translation().1.as_dquat();
        Self {
            matrix: now.as_dmat4() * start.as_dmat4().inverse(),
            rotation: rotation(now) * rotation(start).inverse(),
        }
    }
}

/// Displacements of an emitter's node at the ends of substeps from `first` on; empty if the node does not move.
struct Trajectory {
    first: u64,
    displacements: Vec<Displacement>,
}

impl Trajectory {
    /// Position (m) and velocity (m/s) of a particle that leaves at `time`; `position` and `velocity` hold for a node at rest.
    fn state_at(&self, position: DVec3, velocity: DVec3, (time, h): (f64, f64)) -> (DVec3, DVec3) {
        let last = self.displacements.len().saturating_sub(2);
        let along = (time / h - self.first as f64).max(0.0);
        let index = (along as usize).min(last);
        let Some([from, to]) = self.displacements.get(index..index + 2) else {
            return (position, velocity);
        };
        let fraction = (along - index as f64).min(1.0);
        let [before, after] =
            [from, to].map(|displacement| displacement.matrix.transform_point3(position));
        let node_velocity = (after - before) / h;
        let rotation = pliant_math::slerp_f64(from.rotation, to.rotation, fraction);
        (
            before.lerp(after, fraction),
            rotation * velocity + node_velocity,
        )
    }
}

/// All emitters of a scene.
#[derive(Default)]
pub(crate) struct Emitters {
    emitters: Vec<Source>,
    /// Most births in a frame.
    pub(crate) capacity: u32,
    substeps: u64,
    h: f64,
}

impl Emitters {
    pub(crate) fn new(
        scene: &Scene,
        settings: &Settings,
        pools: &Pools,
        positions: &[[f32; 4]],
    ) -> Self {
        let mut emitters = Vec::new();
        for (body, fluid) in scene.bodies.iter().enumerate() {
            let Some(emitter) = &fluid.keys.emitter else {
                continue;
            };
            let own = pools.range(body);
            let at = |[x, y, z, _]: &[f32; 4]| DVec3::new((*x).into(), (*y).into(), (*z).into());
            let points = &positions[own.clone()][..emitter.points as usize];
            emitters.push(Source {
                body,
                node: fluid.node,
                first: own.start as u32,
                pool: own.len() as u64,
                requested: emitter
                    .duration
                    .map_or(u64::MAX, |t| (t * emitter.rate).ceil() as u64),
                emitter: emitter.clone(),
                points: points.iter().map(at).collect(),
            });
        }
        let frame = f64::from(settings.substeps) * settings.h();
        let most = |source: &Source| source.pool.min((source.emitter.rate * frame) as u64 + 2);
        Self {
            capacity: emitters.iter().map(most).sum::<u64>() as u32,
            emitters,
            substeps: settings.substeps.into(),
            h: settings.h(),
        }
    }

    /// Particles that are born in a frame, padded to the capacity with entries of no substep.
    pub(crate) fn births(&self, frame: u64, kinematics: &Kinematics, repeat: bool) -> Vec<Birth> {
        let first = (frame * self.substeps).saturating_sub(1);
        let at = |step: u64| kinematics.nodes_at(step as f64 * self.h, repeat, &[]);
        let any = self.emitters.iter().any(|s| kinematics.moving(s.node));
        let last = (frame + 1) * self.substeps;
        let (start, poses) = if any {
            (at(0), (first..=last).map(at).collect())
        } else {
            (Vec::new(), Vec::new())
        };
        let mut births = Vec::new();
        for source in &self.emitters {
            let displacement =
                |pose: &Vec<Mat4>| Displacement::new(start[source.node], pose[source.node]);
            let displacements = poses.iter().map(displacement).collect();
            let trajectory = Trajectory {
                first,
                displacements,
            };
            births.extend(self.births_of(source, trajectory, frame));
        }
        let none = Birth {
            substep: NONE,
            ..Birth::default()
        };
        births.resize(self.capacity as usize, none);
        births
    }

    fn births_of<'a>(
        &'a self,
        source: &'a Source,
        trajectory: Trajectory,
        frame: u64,
    ) -> impl Iterator<Item = Birth> + 'a {
        let emitter = &source.emitter;
        let start = frame * self.substeps;
        let emitted = self.emitted(source, frame)..self.emitted(source, frame + 1);
        emitted.map(move |k| {
            let time = k as f64 / emitter.rate;
            let step = ((time / self.h).ceil() as u64).clamp(start, start + self.substeps - 1);
            let from = source.points[k as usize % source.points.len()];
            let (from, velocity) =
                trajectory.state_at(from, emitter.velocity.as_dvec3(), (time, self.h));
            // By the end of its substep the particle has flown for this time.
            let since = (step as f64 * self.h - time).max(0.0);
            let position = from + since * velocity;
            Birth {
                particle: source.first + k as u32,
                substep: (step - start) as u32,
                position: position.as_vec3().to_array(),
                velocity: velocity.as_vec3().to_array(),
            }
        })
    }

    /// Number of particles that have been emitted by the end of a frame.
    fn emitted(&self, source: &Source, frame: u64) -> u64 {
        self.scheduled(source, frame).min(source.pool)
    }

    /// Number of particles that should have been emitted by then, if the pool had enough.
    fn scheduled(&self, source: &Source, frame: u64) -> u64 {
        let Some(last) = (frame * self.substeps).checked_sub(1) else {
            return 0;
        };
        let scheduled = (last as f64 * self.h * source.emitter.rate).floor() as u64 + 1;
        scheduled.min(source.requested)
    }

    /// Number of particles of a body that are not emitted by the end of a frame.
    pub(crate) fn pending(&self, body: usize, frame: u64) -> u64 {
        let own = self.emitters.iter().find(|source| source.body == body);
        own.map_or(0, |source| source.pool - self.emitted(source, frame))
    }

    /// Bodies whose emitters run out of particles in this frame, and the sizes of their pools.
    pub(crate) fn exhausted(&self, frame: u64) -> impl Iterator<Item = (usize, u64)> + '_ {
        let short = |source: &&Source, frame| self.scheduled(source, frame) > source.pool;
        let now = self
            .emitters
            .iter()
            .filter(move |source| short(source, frame + 1) && !short(source, frame));
        now.map(|source| (source.body, source.pool))
    }
}

/// Whether the particles of a body are all absent at the start, waiting for their emitter.
pub(crate) fn starts_absent(scene: &Scene, body: usize) -> bool {
    let body = &scene.bodies[body];
    body.kind == BodyKind::Fluid && body.keys.emitter.is_some()
}
