//! Copies of the state: at the frame's start, after the prediction, and back to the frame's start.

use super::recorder::Step;
use crate::buffers::Buffers;
use crate::model::Model;
use crate::settings::Settings;
use crate::world::ParticleBuffers;
use pliant_passes::{Buffer, Recording};
use pliant_scene::Solver;

/// Bytes of a particle's position, velocity or displacement (four floats), and of its compensation term (three floats).
const STATE: u64 = 16;
const COMPENSATION: u64 = 12;

impl Step<'_> {
    /// Copies the state at the frame's start, and clears the counters of a frame.
    pub(super) fn snapshot_start(&mut self) {
        let (b, record) = (&self.b.particles, &mut self.record);
        let count = u64::from(self.model.particles());
        record.copy(b.position, b.frame_start_position, STATE * count);
        record.copy(b.velocity, b.frame_start_velocity, STATE * count);
        let compensations = COMPENSATION * count;
        record.copy(b.compensation, b.frame_start_compensation, compensations);
        record.fill(self.b.status, 0);
        record.fill(self.b.fluids.grid.overflow, 0);
        record.fill(b.accumulators, 0);
    }

    /// Copies the predicted displacements, where residuals are measured.
    pub(super) fn snapshot_prediction(&mut self, substep: u32) {
        if self.is_measured(substep) {
            let bytes = STATE * u64::from(self.model.particles());
            let b = &self.b.particles;
            self.record.copy(b.displacement, b.predicted, bytes);
        }
    }
}

/// Displacements at a substep's end. With Jacobi each iteration swaps two buffers, so the number of iterations decides.
pub(crate) fn last_displacement(settings: &Settings, b: &ParticleBuffers) -> Buffer<[f32; 4]> {
    let odd = settings.iterations % 2 == 1;
    match settings.solver {
        Solver::Jacobi if odd => b.displacement_before,
        _ => b.displacement,
    }
}

/// Records the copies that take particles and rigid bodies back to the frame's start.
pub(crate) fn rewind(model: &Model, buffers: &Buffers) -> Recording {
    let mut record = Recording::default();
    let (b, count) = (&buffers.particles, u64::from(model.particles()));
    record.copy(b.frame_start_position, b.position, STATE * count);
    record.copy(b.frame_start_velocity, b.velocity, STATE * count);
    let compensations = COMPENSATION * count;
    record.copy(b.frame_start_compensation, b.compensation, compensations);
    model.rigids.rewind(&mut record, &buffers.rigids);
    buffers.deformable_contacts.forget(&mut record);
    record
}

/// Records that every λ, every compensation term and every expectation of motions becomes 0: a value that is not finite would survive
/// a reset, and what the last run expected would change this one.
pub(crate) fn clear(b: &Buffers) -> Recording {
    let mut record = Recording::default();
    let lists = b.lists.iter();
    let lists = lists.flat_map(|f| [f.lambda.id(), f.lambda_before.id()]);
    let links = [b.links.lambda.id(), b.links.lambda_before.id()];
    let others = [
        b.grab_lambda.id(),
        b.balloons.volume_lambda.id(),
        b.particles.compensation.id(),
    ];
    for buffer in links.into_iter().chain(others).chain(lists) {
        record.fill(buffer, 0);
    }
    record.fill(b.rigid_attachments.lambdas, 0);
    record.fill(b.rigids.joints.loads, 0);
    record.fill(b.rigids.of_pairs.slips, 0);
    record.fill(b.rigids.motion_bounds, 0);
    b.deformable_contacts.forget(&mut record);
    record
}
