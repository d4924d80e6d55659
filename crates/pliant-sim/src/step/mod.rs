//! A frame as a recording: every pass of every substep, in order. This is the place to see what a step does.

mod constraints;
mod contacts;
mod gauss_seidel;
mod jacobi;
mod predict;
mod present;
mod readout;
mod recorder;
mod schedule;
mod snapshot;
mod velocities;

pub(crate) use present::present;
pub(crate) use snapshot::{clear, last_displacement, rewind};

use crate::buffers::Buffers;
use crate::model::Model;
use crate::settings::Settings;
use pliant_passes::Recording;
use pliant_scene::Solver;
use recorder::Step;

/// Records one frame.
pub(crate) fn frame(settings: &Settings, model: &Model, buffers: &Buffers) -> Recording {
    let mut step = Step::new(settings, model, buffers);
    step.snapshot_start();
    step.bound_colliders();
    step.find_rigid_pairs();
    // From here on `rewind` can take the state back to the frame's start.
    step.record.interruptible_from = Some(step.record.commands.len());
    for substep in 0..settings.substeps {
        step.substep(substep);
    }
    step.finish_meshes();
    step.remove_fluid_particles();
    step.find_intersections();
    step.count_torn_edges();
    step.present();
    step.record
}

impl Step<'_> {
    fn substep(&mut self, substep: u32) {
        self.emit_fluid_particles(substep);
        self.move_fields(substep);
        self.apply_forces();
        self.deform_meshes_ahead(substep);
        self.predict_rigids(substep);
        self.deform_meshes(substep);
        self.predict_particles(substep);
        self.move_pins(substep);
        self.move_anchors(substep);
        self.snapshot_prediction(substep);

        self.find_deformable_contacts(substep);
        self.find_collider_contacts(substep);
        self.find_fluid_neighbours(substep);

        match self.settings.solver {
            Solver::GaussSeidel => self.gauss_seidel(substep),
            Solver::Jacobi => self.jacobi(substep),
        }

        let displacement = last_displacement(self.settings, &self.b.particles);
        self.compute_corrections(substep, displacement);
        self.sum_forces(substep, displacement);

        self.truncate_displacements(displacement);
        self.update_velocities(substep, displacement);
        self.update_rigid_velocities(substep);
        self.apply_restitution(substep, displacement);
        self.apply_viscosity();
        self.damp_velocities();
    }
}
