//! What has gone through each other: counted in every frame, and drawn apart in the next ones.

use crate::Error;
use crate::contact::Plan;
use crate::scratch::read;
use crate::simulation::Simulation;
use pliant_passes::Engine;
use pliant_passes::types::STATUS_INTERSECTIONS;
use std::collections::BTreeMap;
use tracing::warn;

/// How long what has come apart opens slowly, s: five times as long as drawing it apart by the gap takes.
const LATELY_FOR: f64 = 0.25;

/// What is being done about tangles.
#[derive(Default)]
pub(crate) struct Resolving {
    /// For the next frame; nothing where nothing is tangled.
    plan: Option<Plan>,
    /// The particles that took part lately, and the frame until which that is so.
    lately: BTreeMap<usize, u64>,
    /// Whether it was said that something is.
    told: bool,
}

impl<E: Engine> Simulation<E> {
    /// Edges that go through triangles, as often as they do; nothing where no surfaces touch.
    pub(crate) fn intersections(&self) -> Option<u64> {
        let any = self.made.parts.deformable_contacts.intersections.any();
        any.then(|| self.status[STATUS_INTERSECTIONS as usize].into())
    }

    /// Looks for tangles where nothing was simulated yet.
    pub(crate) fn find_intersections(&mut self) -> Result<(), Error> {
        if !self.made.parts.deformable_contacts.intersections.any() {
            return Ok(());
        }
        loop {
            let made = &self.made;
            let recording = made
                .parts
                .deformable_contacts
                .find_first_intersections(&made.buffers);
            let program = self.engine.prepare(&recording)?;
            let ran = self.engine.run(program);
            self.engine.forget(program);
            ran?;
            self.read_status()?;
            if !self.made_room()? {
                return self.resolve_intersections();
            }
        }
    }

    /// Forgets what was being done.
    pub(crate) fn forget_intersections(&mut self) -> Result<(), Error> {
        self.resolving = Resolving::default();
        self.upload_intersections()
    }

    /// Says to the engine what is to be done.
    pub(crate) fn upload_intersections(&mut self) -> Result<(), Error> {
        let (buffers, deformable_contacts) = (
            &self.made.buffers.deformable_contacts,
            &self.made.parts.deformable_contacts,
        );
        let plan = self.resolving.plan.as_ref();
        buffers.upload_intersections(&mut self.engine, plan, deformable_contacts)
    }

    /// Finds what is to be done about what is tangled at the frame's end.
    pub(crate) fn resolve_intersections(&mut self) -> Result<(), Error> {
        let crossed = self.status[STATUS_INTERSECTIONS as usize] as usize;
        if crossed == 0 && self.resolving.plan.is_none() {
            return Ok(());
        }
        let found = self.made.buffers.deformable_contacts.intersections().found;
        let found = read(&mut self.engine, found, 0, crossed)?;
        let parts = &self.made.parts;
        let mut plan = parts
            .deformable_contacts
            .resolve_intersections(&parts.pools.body_of, found);
        self.report_intersections(crossed, &plan);
        let until = self.frame + (LATELY_FOR / self.settings.dt()).ceil() as u64;
        let lately = &mut self.resolving.lately;
        plan.parts().for_each(|p| {
            lately.insert(p, until);
        });
        lately.retain(|_, until| *until > self.frame);
        lately.keys().for_each(|p| plan.keep(*p));
        self.resolving.plan = (!lately.is_empty()).then_some(plan);
        self.upload_intersections()
    }

    /// Once.
    fn report_intersections(&mut self, crossed: usize, plan: &Plan) {
        if self.resolving.told || crossed == 0 {
            return;
        }
        self.resolving.told = true;
        let [one, other] = plan.bodies.map(|body| &self.names[body as usize]);
        let how = if one == other {
            format!("node \"{one}\" goes through itself")
        } else {
            format!("node \"{one}\" goes through node \"{other}\"")
        };
        let then = if plan.draws() {
            "they are drawn apart from now on"
        } else {
            "soft bodies are not drawn apart"
        };
        let frame = self.frame;
        let instead = if frame == 0 {
            "let them start apart"
        } else {
            "more substeps or a larger pliant_thickness may keep them apart"
        };
        warn!("frame {frame}: {how} (intersections is {crossed}): {then}; {instead}");
    }
}
