//! What has gone through each other: counted in every frame, and drawn apart in the next ones.

use crate::Error;
use crate::scratch::read;
use crate::simulation::Simulation;
use crate::touch::Plan;
use pliant_passes::Engine;
use pliant_passes::types::STATUS_CROSSED;
use std::collections::BTreeMap;
use tracing::warn;

/// How long what has come apart opens slowly, s: five times as long as drawing it apart by the gap takes.
const LATELY_FOR: f64 = 0.25;

/// What is being done about tangles.
#[derive(Default)]
pub(crate) struct Untangling {
    /// For the next frame; nothing where nothing is tangled.
    plan: Option<Plan>,
    /// The particles that took part lately, and the frame until which that is so.
    lately: BTreeMap<usize, u64>,
    /// Whether it was said that something is.
    told: bool,
}

impl<E: Engine> Simulation<E> {
    /// Edges that go through triangles, as often as they do; nothing where no surfaces touch.
    pub(crate) fn crossed_pairs(&self) -> Option<u64> {
        let any = self.made.parts.touches.tangles.any();
        any.then(|| self.status[STATUS_CROSSED as usize].into())
    }

    /// Looks for tangles where nothing was simulated yet.
    pub(crate) fn find_tangles(&mut self) -> Result<(), Error> {
        if !self.made.parts.touches.tangles.any() {
            return Ok(());
        }
        loop {
            let made = &self.made;
            let recording = made.parts.touches.find_first_tangles(&made.buffers);
            let program = self.engine.prepare(&recording)?;
            let ran = self.engine.run(program);
            self.engine.forget(program);
            ran?;
            self.read_status()?;
            if !self.made_room()? {
                return self.untangle();
            }
        }
    }

    /// Forgets what was being done.
    pub(crate) fn leave_tangles(&mut self) -> Result<(), Error> {
        self.untangling = Untangling::default();
        self.tell_tangles()
    }

    /// Says to the engine what is to be done.
    pub(crate) fn tell_tangles(&mut self) -> Result<(), Error> {
        let (buffers, touches) = (&self.made.buffers.touches, &self.made.parts.touches);
        let plan = self.untangling.plan.as_ref();
        buffers.tell_tangles(&mut self.engine, plan, touches)
    }

    /// Finds what is to be done about what is tangled at the frame's end.
    pub(crate) fn untangle(&mut self) -> Result<(), Error> {
        let crossed = self.status[STATUS_CROSSED as usize] as usize;
        if crossed == 0 && self.untangling.plan.is_none() {
            return Ok(());
        }
        let found = self.made.buffers.touches.tangles().found;
        let found = read(&mut self.engine, found, 0, crossed)?;
        let parts = &self.made.parts;
        let mut plan = parts.touches.untangle(&parts.pools.body_of, found);
        self.report_tangle(crossed, &plan);
        let until = self.frame + (LATELY_FOR / self.settings.dt()).ceil() as u64;
        let lately = &mut self.untangling.lately;
        plan.parts().for_each(|p| {
            lately.insert(p, until);
        });
        lately.retain(|_, until| *until > self.frame);
        lately.keys().for_each(|p| plan.keep(*p));
        self.untangling.plan = (!lately.is_empty()).then_some(plan);
        self.tell_tangles()
    }

    /// Once.
    fn report_tangle(&mut self, crossed: usize, plan: &Plan) {
        if self.untangling.told || crossed == 0 {
            return;
        }
        self.untangling.told = true;
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
        warn!("frame {frame}: {how} (crossed_pairs is {crossed}): {then}; {instead}");
    }
}
