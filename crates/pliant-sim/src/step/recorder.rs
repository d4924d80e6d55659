//! Recorder of a frame: the recording so far, and the settings, model and buffers that it is made from.

use crate::buffers::Buffers;
use crate::model::Model;
use crate::rigid::RigidStepper;
use crate::settings::Settings;
use crate::world::Iterate;
use pliant_passes::Recording;
use pliant_passes::types::{ColliderContactParams, FEATURE_JACOBI, SolveParams};

/// Records the passes of a frame in order.
pub(super) struct Step<'a> {
    pub(super) settings: &'a Settings,
    pub(super) model: &'a Model,
    pub(super) b: &'a Buffers,
    pub(super) record: Recording,
}

/// One iteration of a solver in a substep.
#[derive(Clone, Copy)]
pub(super) struct Iteration {
    pub(super) substep: u32,
    pub(super) index: u32,
    /// Whether it is the last one of the substep.
    pub(super) last: bool,
    pub(super) params: SolveParams,
    pub(super) iterate: Iterate,
    /// `FEATURE_JACOBI` in Jacobi, else 0.
    pub(super) features: u32,
}

impl Iteration {
    pub(super) fn is_first(&self) -> bool {
        self.index == 0
    }

    pub(super) fn is_jacobi(&self) -> bool {
        self.features & FEATURE_JACOBI != 0
    }
}

impl<'a> Step<'a> {
    pub(super) fn new(settings: &'a Settings, model: &'a Model, b: &'a Buffers) -> Self {
        Self {
            settings,
            model,
            b,
            record: Recording::default(),
        }
    }

    /// Recorder of the passes of rigid bodies.
    pub(super) fn rigids(&self, substep: u32) -> RigidStepper<'a> {
        RigidStepper {
            rigids: &self.model.rigids,
            kinematics: &self.model.kinematics,
            fields: &self.model.fields,
            world: self.b.world(),
            own: &self.b.rigids,
            of_fields: &self.b.fields,
            grab_lambda: self.b.grab_lambda,
            collision_meshes: self.model.collision_meshes,
            substeps: self.settings.substeps,
            span: self.settings.dt(),
            substep,
            pushed: self.model.forced || self.model.particles() > 0,
        }
    }

    /// Parameters of the passes over contacts of particles with colliders.
    pub(super) fn contact_params(&self, substep: u32) -> ColliderContactParams {
        ColliderContactParams {
            count: self.model.particles(),
            slots: self.model.contact_slots,
            colliders: self.model.solids,
            whole_colliders: self.model.colliders,
            first_pose: self.model.kinematics.first_pose(substep),
        }
    }

    pub(super) fn is_last(&self, substep: u32) -> bool {
        substep + 1 == self.settings.substeps
    }

    /// Whether residuals are measured in a substep.
    pub(super) fn is_measured(&self, substep: u32) -> bool {
        self.settings.residuals && self.is_last(substep)
    }
}
