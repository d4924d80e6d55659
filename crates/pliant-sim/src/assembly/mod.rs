//! A scene assembled on an engine: its model on the host, its buffers, and its recordings.

pub(crate) mod growth;
pub(crate) mod start;
pub(crate) mod summary;

use crate::buffers::Buffers;
use crate::build::one_rings::closed_surface;
use crate::collide::collision_meshes::CollisionMeshes;
use crate::constraints::watch::probe_particle;
use crate::error::Error;
use crate::metrics::Summary;
use crate::model::Model;
use crate::settings::Settings;
use crate::step;
use growth::Growing;
use pliant_passes::{Engine, ProgramId, Recording};
use pliant_scene::Scene;
use start::Start;
use summary::summary;

/// The part of a simulation that depends on the topology of its bodies; it is made again when one tears.
pub(crate) struct Assembly {
    pub(crate) summary: Summary,
    pub(crate) model: Model,
    pub(crate) buffers: Buffers,
    /// The closed surface of each body, in particles; empty for a body that encloses nothing.
    pub(crate) closed_surfaces: Vec<Vec<[u32; 3]>>,
    /// The watched particle of each probe.
    pub(crate) probes: Vec<u32>,
    /// Whether each body has pins, and whether it has constraints.
    pub(crate) pinned: Vec<(bool, bool)>,
    pub(crate) start: Start,
    pub(crate) recording: Recording,
    pub(crate) frame_program: ProgramId,
    pub(crate) present_program: ProgramId,
    pub(crate) clear_program: ProgramId,
}

impl Assembly {
    /// `masses` replaces the scene's masses of all particles, kg.
    pub(crate) fn new<E: Engine>(
        scene: &Scene,
        settings: &Settings,
        collision_meshes: &CollisionMeshes,
        engine: &mut E,
        masses: Option<Vec<f32>>,
    ) -> Result<Self, Error> {
        let model = Model::new(scene, (settings, collision_meshes), engine, masses)?;
        let buffers = Buffers::new(engine, (scene, settings), collision_meshes, &model)?;
        let recording = step::frame(settings, &model, &buffers);
        let frame_program = engine.prepare(&recording)?;
        let present = step::present(settings, &model, &buffers);
        let present_program = engine.prepare(&present)?;
        let clear_program = engine.prepare(&step::clear(&buffers))?;
        let probe =
            |(body, vertex): &(usize, u32)| probe_particle(scene, &model.pools, *body, *vertex);
        Ok(Self {
            summary: summary(scene, settings, &model, engine),
            start: Start::new(scene, &model),
            probes: settings.probes.iter().map(probe).collect(),
            pinned: model.pinned(scene),
            closed_surfaces: (0..scene.bodies.len())
                .map(|body| closed_surface(scene, &model.pools, body))
                .collect(),
            model,
            buffers,
            recording,
            frame_program,
            present_program,
            clear_program,
        })
    }

    /// Sets the capacity of a list; its entries are found again in the next frame.
    pub(crate) fn grow<E: Engine>(
        &mut self,
        settings: &Settings,
        engine: &mut E,
        list: Growing,
        capacity: u32,
    ) -> Result<(), Error> {
        self.forget_frame(engine);
        *list.capacity(&mut self.model) = capacity;
        self.buffers.remake(engine, &self.model, list)?;
        self.record_frame(settings, engine)
    }

    /// Records the frame with the passes that apply external forces.
    pub(crate) fn prepare_forces<E: Engine>(
        &mut self,
        settings: &Settings,
        engine: &mut E,
    ) -> Result<(), Error> {
        self.forget_frame(engine);
        self.buffers.prepare_forces(engine, &self.model)?;
        self.model.forced = true;
        self.record_frame(settings, engine)
    }

    fn forget_frame<E: Engine>(&self, engine: &mut E) {
        for program in [self.frame_program, self.clear_program] {
            engine.forget(program);
        }
    }

    fn record_frame<E: Engine>(
        &mut self,
        settings: &Settings,
        engine: &mut E,
    ) -> Result<(), Error> {
        self.recording = step::frame(settings, &self.model, &self.buffers);
        self.frame_program = engine.prepare(&self.recording)?;
        self.clear_program = engine.prepare(&step::clear(&self.buffers))?;
        Ok(())
    }

    /// Frees everything on the engine.
    pub(crate) fn destroy_all<E: Engine>(&mut self, engine: &mut E) {
        for program in [self.frame_program, self.present_program, self.clear_program] {
            engine.forget(program);
        }
        self.buffers.destroy_all(engine);
    }
}
