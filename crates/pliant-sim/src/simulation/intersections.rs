//! Intersections of deformable surfaces between frames: counts them and plans how contacts resolve them.

use super::Simulation;
use crate::contact::Plan;
use crate::contact::RECENT_FOR;
use crate::error::Error;
use crate::memory::read;
use crate::simulation::Resolving;
use pliant_passes::Engine;
use pliant_passes::types::{STATUS_INTERSECTIONS, STATUS_SEARCHES, STATUS_TRUNCATED};
use tracing::warn;

impl<E: Engine> Simulation<E> {
    /// Number of edge–triangle intersections; `None` where no surfaces can collide.
    pub(super) fn intersections(&self) -> Option<u64> {
        let any = self.assembly.model.deformable_contacts.intersections.any();
        any.then(|| self.status[STATUS_INTERSECTIONS as usize].into())
    }

    /// Number of displacements that were truncated; `None` where no surfaces can collide.
    pub(super) fn truncated(&self) -> Option<u64> {
        let any = !self.assembly.model.deformable_contacts.elements.is_empty();
        any.then(|| self.status[STATUS_TRUNCATED as usize].into())
    }

    /// Number of searches for contacts; `None` where no surfaces can collide.
    pub(super) fn searches(&self) -> Option<u64> {
        let any = !self.assembly.model.deformable_contacts.elements.is_empty();
        any.then(|| self.status[STATUS_SEARCHES as usize].into())
    }

    /// Finds intersections of the initial state, before anything was simulated.
    pub(super) fn find_intersections(&mut self) -> Result<(), Error> {
        if !self.assembly.model.deformable_contacts.intersections.any() {
            return Ok(());
        }
        loop {
            let (model, buffers) = (&self.assembly.model, &self.assembly.buffers);
            let passes = (buffers.world(), &buffers.deformable_contacts);
            let contacts = &model.deformable_contacts;
            let corners = model.corners(&self.settings, 0);
            let recording = contacts.find_first_intersections(passes, corners);
            let program = self.engine.prepare(&recording)?;
            let ran = self.engine.run(program);
            self.engine.forget(program);
            ran?;
            self.read_status()?;
            if !self.grow_lists()? {
                return self.resolve_intersections();
            }
        }
    }

    /// Drops the current plan and its history. What the user was warned of is not said again.
    pub(super) fn forget_intersections(&mut self) -> Result<(), Error> {
        self.resolving = Resolving {
            warned: self.resolving.warned,
            ..Resolving::default()
        };
        self.upload_intersections()
    }

    /// Uploads the current plan to the engine.
    pub(super) fn upload_intersections(&mut self) -> Result<(), Error> {
        let (buffers, deformable_contacts) = (
            &self.assembly.buffers.deformable_contacts,
            &self.assembly.model.deformable_contacts,
        );
        let plan = self.resolving.plan.as_ref();
        buffers.upload_intersections(&mut self.engine, plan, deformable_contacts)
    }

    /// Intersections of the frame's end: an element, its edge, and the element that the edge passes through.
    pub(super) fn read_intersections(&mut self) -> Result<Vec<[u32; 3]>, Error> {
        let count = self.status[STATUS_INTERSECTIONS as usize] as usize;
        let contacts = &self.assembly.buffers.deformable_contacts;
        let found = contacts.intersections().found;
        read(&mut self.engine, found, 0, count)
    }

    /// Plans how the intersections of the frame's end are resolved in the next frame.
    pub(super) fn resolve_intersections(&mut self) -> Result<(), Error> {
        let count = self.status[STATUS_INTERSECTIONS as usize] as usize;
        if count == 0 && self.resolving.recent.is_empty() {
            return Ok(());
        }
        let found = self.read_intersections()?;
        let model = &self.assembly.model;
        let mut plan = model.deformable_contacts.resolve_intersections(found);
        self.report_intersections(count, &plan);
        let until = self.frame + (RECENT_FOR / self.settings.dt()).ceil() as u64;
        let recent = &mut self.resolving.recent;
        plan.particles().for_each(|p| {
            recent.insert(p, until);
        });
        recent.retain(|_, until| *until > self.frame);
        recent.keys().for_each(|p| plan.retain(*p));
        self.resolving.plan = (!recent.is_empty()).then_some(plan);
        self.upload_intersections()
    }

    /// Warns about intersections the first time that there are any.
    pub(super) fn report_intersections(&mut self, count: usize, plan: &Plan) {
        if self.resolving.warned || count == 0 {
            return;
        }
        self.resolving.warned = true;
        let [one, other] = plan.bodies.map(|body| &self.names[body as usize]);
        let how = if one == other {
            format!("node \"{one}\" intersects itself")
        } else {
            format!("node \"{one}\" intersects node \"{other}\"")
        };
        let then = if plan.resolves() {
            "they are separated from now on"
        } else {
            "soft bodies are not separated"
        };
        let frame = self.frame;
        let instead = if frame == 0 {
            "let them start separated"
        } else {
            "more substeps or a larger pliant_thickness may prevent this"
        };
        warn!("frame {frame}: {how} (intersections is {count}): {then}; {instead}");
    }
}
