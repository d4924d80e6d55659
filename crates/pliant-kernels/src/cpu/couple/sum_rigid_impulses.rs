//! CPU implementation of `shaders/couple/sum_rigid_impulses.comp`.

use glam::Vec3;
use pliant_passes::passes::view::SumRigidImpulses;
use pliant_passes::types::{CoupledSum, FINE_PARTS, NONE, Rigid, WEIGHT_ONE};

pub(crate) fn sum_rigid_impulses(pass: SumRigidImpulses<'_>) {
    for own in &pass.impulses[..pass.params.count as usize] {
        if own.body == NONE {
            continue;
        }
        let (rigid, sum) = (
            &pass.rigids[own.body as usize],
            &mut pass.sums[own.body as usize],
        );
        if own.weight > 0.0 {
            sum.weight += (own.weight * WEIGHT_ONE as f32).ceil() as u32;
        }
        if own.impulse != [0.0; 3] {
            add(
                &mut sum.impulse,
                &mut sum.impulse_fine,
                own.impulse,
                rigid.unit,
            );
            add(
                &mut sum.angular_impulse,
                &mut sum.angular_impulse_fine,
                own.angular_impulse,
                rigid.angular_unit,
            );
        }
    }
}

/// Adds an impulse and an angular impulse to a sum: CPU implementation of `shaders/include/add_impulse.glsl`.
pub(super) fn add_impulse(sum: &mut CoupledSum, rigid: &Rigid, [push, turn]: [[f32; 3]; 2]) {
    add(&mut sum.impulse, &mut sum.impulse_fine, push, rigid.unit);
    add(
        &mut sum.angular_impulse,
        &mut sum.angular_impulse_fine,
        turn,
        rigid.angular_unit,
    );
}

fn add(whole: &mut [i32; 3], fine: &mut [i32; 3], value: [f32; 3], unit: f32) {
    let units = (Vec3::from(value) / unit).clamp(Vec3::splat(-1e9), Vec3::splat(1e9));
    let round = |v: Vec3| (v + 0.5).floor();
    let (near, left) = (
        round(units),
        round((units - round(units)) * FINE_PARTS as f32),
    );
    for axis in 0..3 {
        whole[axis] = whole[axis].wrapping_add(near[axis] as i32);
        fine[axis] = fine[axis].wrapping_add(left[axis] as i32);
    }
}

#[cfg(test)]
mod tests {
    use crate::cpu::couple::take_impulse;
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
            let mut sum = CoupledSum::default();
            for v in values {
                super::add(
                    &mut sum.impulse,
                    &mut sum.impulse_fine,
                    [*v, -*v, 2.0 * v],
                    UNIT,
                );
            }
            sum
        };
        let (mut there, back) = (sum(&mut values.iter()), sum(&mut values.iter().rev()));
        assert_eq!(there, back);
        let exact: f64 = values.iter().map(|v| f64::from(*v)).sum();
        let [push, turn] = take_impulse(&mut there, &rigid);
        let wanted = DVec3::new(exact, -exact, 2.0 * exact);
        assert!(
            (push.as_dvec3() - wanted).length() < 2e-12,
            "{push} of {wanted}"
        );
        assert_eq!(turn, Vec3::ZERO);
        assert_eq!(there, CoupledSum::default());
    }
}
