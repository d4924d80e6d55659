//! CPU implementation of `shaders/couple/sums.glsl`.

use crate::memory::Shared;
use glam::{IVec3, Vec3};
use pliant_passes::types::{CoupledSum, FINE_PARTS, Rigid};

/// Takes the impulse, kg m, and the angular impulse, kg m², from the sum of a body: CPU implementation of
/// `shaders/include/sums.glsl`.
pub(super) fn take_impulse(sums: &Shared<'_, CoupledSum>, body: usize, rigid: &Rigid) -> [Vec3; 2] {
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
