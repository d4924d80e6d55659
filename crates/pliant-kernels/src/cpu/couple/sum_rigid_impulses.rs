//! CPU implementation of `shaders/couple/sum_rigid_impulses.comp`.

use crate::memory::Shared;
use crate::views::view::SumRigidImpulses;
use glam::Vec3;
use pliant_passes::types::{CoupledSum, FINE_PARTS, NONE, Rigid, WEIGHT_ONE};
use std::mem::offset_of;

pub(crate) fn sum_rigid_impulses(pass: &SumRigidImpulses<'_>, at: usize) {
    if at >= pass.params.count as usize {
        return;
    }
    let own = &pass.impulses[at];
    if own.body == NONE {
        return;
    }
    let body = own.body as usize;
    if own.weight > 0.0 {
        let weight = (own.weight * WEIGHT_ONE as f32).ceil() as u32;
        add_weight(&pass.sums, body, weight);
    }
    if own.impulse != [0.0; 3] {
        let impulses = [own.impulse, own.angular_impulse];
        add_impulse(&pass.sums, body, &pass.rigids[body], impulses);
    }
}

/// Adds a mass-splitting weight to the sum of a body.
fn add_weight(sums: &Shared<'_, CoupledSum>, body: usize, weight: u32) {
    sums.atomic(body, offset_of!(CoupledSum, weight))
        .add(weight);
}

/// Adds an impulse and an angular impulse to the sum of a body.
fn add_impulse(
    sums: &Shared<'_, CoupledSum>,
    body: usize,
    rigid: &Rigid,
    [push, turn]: [[f32; 3]; 2],
) {
    let add = |offset: usize, units: Vec3| {
        for (axis, change) in units.to_array().into_iter().enumerate() {
            // In two's complement, the sum of signed words has the bits of the sum of unsigned ones.
            sums.atomic(body, offset + 4 * axis)
                .add(change as i32 as u32);
        }
    };
    let [impulse, fine] = in_units(push, rigid.unit);
    add(offset_of!(CoupledSum, impulse), impulse);
    add(offset_of!(CoupledSum, impulse_fine), fine);
    let [impulse, fine] = in_units(turn, rigid.angular_unit);
    add(offset_of!(CoupledSum, angular_impulse), impulse);
    add(offset_of!(CoupledSum, angular_impulse_fine), fine);
}

/// Whole units, and the fine units of the remainder.
fn in_units(value: [f32; 3], unit: f32) -> [Vec3; 2] {
    let units = (Vec3::from(value) / unit).clamp(Vec3::splat(-1e9), Vec3::splat(1e9));
    let round = |v: Vec3| (v + 0.5).floor();
    let whole = round(units);
    [whole, round((units - whole) * FINE_PARTS as f32)]
}

#[cfg(test)]
mod tests {
    use crate::cpu::couple::sums::take_impulse;
    use glam::{DVec3, Vec3};
    use pliant_passes::types::{CoupledSum, Rigid};

    /// 2^-30 kg m and kg m².
    const UNIT: f32 = 1.0 / 1_073_741_824.0;

    #[test]
    fn sums_have_the_digits_of_floats_and_no_order() {
        let rigid = Rigid {
            unit: UNIT,
            angular_unit: UNIT,
            ..Rigid::default()
        };
        let values: Vec<f32> = (0..1000).map(|k| 1e-6 * (0.37 * k as f32).sin()).collect();
        let sum = |values: &mut dyn Iterator<Item = &f32>| {
            let mut sums = [CoupledSum::default()];
            for v in values {
                let sums = sums.as_mut_slice().into();
                super::add_impulse(&sums, 0, &rigid, [[*v, -*v, 2.0 * v], [0.0; 3]]);
            }
            sums
        };
        let (mut there, back) = (sum(&mut values.iter()), sum(&mut values.iter().rev()));
        assert_eq!(there, back);
        let exact: f64 = values.iter().map(|v| f64::from(*v)).sum();
        let [push, turn] = take_impulse(&there.as_mut_slice().into(), 0, &rigid);
        let wanted = DVec3::new(exact, -exact, 2.0 * exact);
        assert!(
            (push.as_dvec3() - wanted).length() < 2e-12,
            "{push} of {wanted}"
        );
        assert_eq!(turn, Vec3::ZERO);
        assert_eq!(there, [CoupledSum::default()]);
    }
}
