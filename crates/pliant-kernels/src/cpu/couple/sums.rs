//! CPU implementation of `shaders/couple/sums.glsl`.

use crate::memory::Shared;
use glam::{IVec3, Vec3};
use pliant_passes::types::{CoupledSum, FINE_PARTS, Rigid};

/// In units of the body.
fn in_units(whole: [i32; 3], fine: [i32; 3]) -> Vec3 {
    IVec3::from(whole).as_vec3() + IVec3::from(fine).as_vec3() / FINE_PARTS as f32
}

/// kg m.
fn summed_impulse(sum: &CoupledSum, rigid: &Rigid) -> Vec3 {
    in_units(sum.impulse, sum.impulse_fine) * rigid.unit
}

/// About the body's centre of mass, kg m².
fn summed_angular_impulse(sum: &CoupledSum, rigid: &Rigid) -> Vec3 {
    in_units(sum.angular_impulse, sum.angular_impulse_fine) * rigid.angular_unit
}

/// Takes the impulse and the angular impulse from the sum of a body.
pub(super) fn take_impulse(sums: &Shared<'_, CoupledSum>, body: usize, rigid: &Rigid) -> [Vec3; 2] {
    let sum = sums.get(body);
    let rest = CoupledSum {
        weight: sum.weight,
        ..CoupledSum::default()
    };
    sums.set(body, rest);
    [
        summed_impulse(&sum, rigid),
        summed_angular_impulse(&sum, rigid),
    ]
}
