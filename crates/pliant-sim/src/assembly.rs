//! A scene assembled on an engine: its parts on the host, its buffers, and the recordings over them.

use crate::collision_meshes::CollisionMeshes;
use crate::one_rings::skin;
use crate::parts::Parts;
use crate::room::Growing;
use crate::start::Start;
use crate::state::Buffers;
use crate::summary::summary;
use crate::watch::probe_particle;
use crate::{Error, Settings, Summary, step};
use pliant_passes::{Engine, ProgramId, Recording};
use pliant_scene::Scene;

/// All of a simulation that depends on how its bodies hang together.
pub(crate) struct Assembly {
    pub(crate) summary: Summary,
    pub(crate) parts: Parts,
    pub(crate) buffers: Buffers,
    /// The closed surface of each body; empty where it encloses nothing.
    pub(crate) skins: Vec<Vec<[u32; 3]>>,
    /// The watched particle of each probe.
    pub(crate) probes: Vec<u32>,
    /// Whether a body has pins, and whether it has constraints.
    pub(crate) pinned: Vec<(bool, bool)>,
    pub(crate) start: Start,
    pub(crate) tangents: bool,
    pub(crate) recording: Recording,
    pub(crate) frame_program: ProgramId,
    pub(crate) present_program: ProgramId,
    pub(crate) clear_program: ProgramId,
}

impl Assembly {
    /// `masses` of all particles, kg, where they are not what the scene says.
    pub(crate) fn new<E: Engine>(
        scene: &Scene,
        settings: &Settings,
        collision_meshes: &CollisionMeshes,
        engine: &mut E,
        masses: Option<Vec<f32>>,
    ) -> Result<Self, Error> {
        let parts = Parts::new(scene, (settings, collision_meshes), engine, masses)?;
        let buffers = Buffers::new(engine, &parts.plan(scene, settings, collision_meshes))?;
        let shape = parts.shape(settings, engine.lanes());
        let recording = step::frame(&shape, &buffers);
        let frame_program = engine.prepare(&recording)?;
        let present_program = engine.prepare(&step::present(&shape, &buffers))?;
        let clear_program = engine.prepare(&step::clear(&buffers))?;
        let probe =
            |(body, vertex): &(usize, u32)| probe_particle(scene, &parts.pools, *body, *vertex);
        Ok(Self {
            summary: summary(scene, settings, &parts, shape.lanes, engine),
            start: Start::new(scene, &parts),
            probes: settings.probes.iter().map(probe).collect(),
            pinned: parts.pinned(scene),
            tangents: shape.tangents,
            skins: (0..scene.bodies.len())
                .map(|body| skin(scene, &parts.pools, body))
                .collect(),
            parts,
            buffers,
            recording,
            frame_program,
            present_program,
            clear_program,
        })
    }

    /// Makes room for `capacity` entries in a list. What is known of them is sought anew.
    pub(crate) fn make_room<E: Engine>(
        &mut self,
        settings: &Settings,
        engine: &mut E,
        list: Growing,
        capacity: u32,
    ) -> Result<(), Error> {
        self.forget_frame(engine);
        *list.room(&mut self.parts) = capacity;
        self.buffers.remake(engine, &self.parts, list)?;
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
        let shape = self.parts.shape(settings, engine.lanes());
        self.recording = step::frame(&shape, &self.buffers);
        self.frame_program = engine.prepare(&self.recording)?;
        self.clear_program = engine.prepare(&step::clear(&self.buffers))?;
        Ok(())
    }

    /// Gives everything on the engine back.
    pub(crate) fn give_back<E: Engine>(&mut self, engine: &mut E) {
        for program in [self.frame_program, self.present_program, self.clear_program] {
            engine.forget(program);
        }
        self.buffers.give_back(engine);
    }
}
