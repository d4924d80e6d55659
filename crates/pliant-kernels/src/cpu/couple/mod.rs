//! CPU implementations of the passes in `shaders/couple/`.

pub(super) mod activate_particle_contacts;
pub(super) mod apply_particle_restitution;
pub(super) mod apply_rigid_impulses;
pub(super) mod apply_rigid_restitution;
pub(super) mod find_vertex_faces;
pub(super) mod solve_particle_contacts;
pub(super) mod solve_rigid_attachments;
pub(super) mod solve_vertex_face_contacts;
mod static_colors;
pub(super) mod sum_rigid_impulses;
mod vertex_face;

use crate::memory::Shared;
use glam::{IVec3, Mat3, Vec3};
use pliant_passes::types::{CoupledSum, FINE_PARTS, Rigid, RigidStep, WEIGHT_ONE};

/// A rigid body's copy that one contact sees, with its share of the mass: CPU implementation of `shaders/include/coupled.glsl`.
#[derive(Clone, Copy)]
pub(crate) struct Copy {
    w: f32,
    inverse: Mat3,
}

impl Copy {
    fn new(w: f32, inverse: Mat3, weight: u32) -> Self {
        let copies = (weight as f32 / WEIGHT_ONE as f32).max(1.0);
        Self {
            w: copies * w,
            inverse: copies * inverse,
        }
    }

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

    fn velocity_response(self, arm: Vec3, impulse: Vec3) -> Vec3 {
        self.w * impulse + (self.inverse * arm.cross(impulse)).cross(arm)
    }
}

/// Takes the impulse, kg m, and the angular impulse, kg m², from the sum of a body: CPU implementation of
/// `shaders/include/sums.glsl`.
fn take_impulse(sums: &Shared<'_, CoupledSum>, body: usize, rigid: &Rigid) -> [Vec3; 2] {
    let units = |whole: [i32; 3], fine: [i32; 3]| {
        IVec3::from(whole).as_vec3() + IVec3::from(fine).as_vec3() / FINE_PARTS as f32
    };
    let sum = sums.get(body);
    let impulse = units(sum.impulse, sum.impulse_fine) * rigid.unit;
    let turn = units(sum.angular_impulse, sum.angular_impulse_fine) * rigid.angular_unit;
    let rest = CoupledSum {
        weight: sum.weight,
        ..CoupledSum::default()
    };
    sums.set(body, rest);
    [impulse, turn]
}
