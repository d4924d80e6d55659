//! CPU implementation of `shaders/include/coupled.glsl`.

use glam::{Mat3, Vec3};
use pliant_passes::types::{RigidStep, WEIGHT_ONE};

/// A rigid body's copy that one contact sees, with its fraction of the mass.
#[derive(Clone, Copy)]
pub(crate) struct Copy {
    pub(crate) w: f32,
    inverse: Mat3,
}

/// The copy of a body with these mass-splitting weights, in 1/[`WEIGHT_ONE`].
pub(crate) fn copy_of(w: f32, inverse: Mat3, weight: u32) -> Copy {
    let copies = (weight as f32 / WEIGHT_ONE as f32).max(1.0);
    Copy {
        w: copies * w,
        inverse: copies * inverse,
    }
}

impl Copy {
    /// The whole body.
    pub(crate) fn whole(step: &RigidStep) -> Self {
        Self {
            w: step.inverse_mass,
            inverse: step.inverse_inertia(),
        }
    }

    pub(crate) fn inverse_mass_along(self, arm: Vec3, direction: Vec3) -> f32 {
        let twist = arm.cross(direction);
        self.w + twist.dot(self.inverse * twist)
    }

    pub(crate) fn velocity_response(self, arm: Vec3, impulse: Vec3) -> Vec3 {
        self.w * impulse + (self.inverse * arm.cross(impulse)).cross(arm)
    }
}
