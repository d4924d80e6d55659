//! Emitters: which of their particles come out in a frame, and where (docs/method.md §25).

use crate::Settings;
use crate::pools::Pools;
use glam::DVec3;
use pliant_kernels::types::{Birth, NONE};
use pliant_scene::{BodyKind, Emitter, Scene};

/// An emitter of a scene.
struct Source {
    body: usize,
    /// The first of its particles in the pool.
    first: u32,
    /// How many it has.
    pool: u64,
    /// How many it lets out, if there are so many.
    wanted: u64,
    emitter: Emitter,
    /// Where they come out, m.
    places: Vec<DVec3>,
}

/// All emitters of a scene.
#[derive(Default)]
pub(crate) struct Emitters {
    sources: Vec<Source>,
    /// Births that a frame may have.
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
        let mut sources = Vec::new();
        for (body, fluid) in scene.bodies.iter().enumerate() {
            let Some(emitter) = &fluid.keys.emitter else {
                continue;
            };
            let own = pools.range(body);
            let at = |[x, y, z, _]: &[f32; 4]| DVec3::new((*x).into(), (*y).into(), (*z).into());
            let places = &positions[own.clone()][..emitter.places as usize];
            sources.push(Source {
                body,
                first: own.start as u32,
                pool: own.len() as u64,
                wanted: emitter
                    .duration
                    .map_or(u64::MAX, |t| (t * emitter.rate).ceil() as u64),
                emitter: emitter.clone(),
                places: places.iter().map(at).collect(),
            });
        }
        let frame = f64::from(settings.substeps) * settings.h();
        let most = |source: &Source| source.pool.min((source.emitter.rate * frame) as u64 + 2);
        Self {
            capacity: sources.iter().map(most).sum::<u64>() as u32,
            sources,
            substeps: settings.substeps.into(),
            h: settings.h(),
        }
    }

    /// What comes out in a frame, filled up with what comes in no substep.
    pub(crate) fn births(&self, frame: u64) -> Vec<Birth> {
        let mut births: Vec<Birth> = self
            .sources
            .iter()
            .flat_map(|source| self.births_of(source, frame))
            .collect();
        let none = Birth {
            substep: NONE,
            ..Birth::default()
        };
        births.resize(self.capacity as usize, none);
        births
    }

    fn births_of<'a>(&'a self, source: &'a Source, frame: u64) -> impl Iterator<Item = Birth> + 'a {
        let emitter = &source.emitter;
        let start = frame * self.substeps;
        let born = self.born(source, frame)..self.born(source, frame + 1);
        born.map(move |k| {
            let time = k as f64 / emitter.rate;
            let step = ((time / self.h).ceil() as u64).clamp(start, start + self.substeps - 1);
            // It has come so far by then.
            let since = (step as f64 * self.h - time).max(0.0);
            let from = source.places[k as usize % source.places.len()];
            let place = from + since * emitter.velocity.as_dvec3();
            Birth {
                particle: source.first + k as u32,
                substep: (step - start) as u32,
                place: place.as_vec3().to_array(),
                velocity: emitter.velocity.to_array(),
            }
        })
    }

    /// How many have come out at the end of a frame.
    fn born(&self, source: &Source, frame: u64) -> u64 {
        self.due(source, frame).min(source.pool)
    }

    /// How many should have.
    fn due(&self, source: &Source, frame: u64) -> u64 {
        let Some(last) = (frame * self.substeps).checked_sub(1) else {
            return 0;
        };
        let due = (last as f64 * self.h * source.emitter.rate).floor() as u64 + 1;
        due.min(source.wanted)
    }

    /// How many particles of a body wait to come out at the end of a frame.
    pub(crate) fn waiting(&self, body: usize, frame: u64) -> u64 {
        let own = self.sources.iter().find(|source| source.body == body);
        own.map_or(0, |source| source.pool - self.born(source, frame))
    }

    /// The bodies whose emitters want more particles than there are, for the first time in this frame, and how many there are.
    pub(crate) fn exhausted(&self, frame: u64) -> impl Iterator<Item = (usize, u64)> + '_ {
        let short = |source: &&Source, frame| self.due(source, frame) > source.pool;
        let now = self
            .sources
            .iter()
            .filter(move |source| short(source, frame + 1) && !short(source, frame));
        now.map(|source| (source.body, source.pool))
    }
}

/// Whether the particles of a body are all gone at the start.
pub(crate) fn waits(scene: &Scene, body: usize) -> bool {
    let body = &scene.bodies[body];
    body.kind == BodyKind::Fluid && body.keys.emitter.is_some()
}
