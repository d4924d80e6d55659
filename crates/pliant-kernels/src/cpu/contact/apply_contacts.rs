//! CPU implementation of `shaders/contact/apply_contacts.comp`.

use super::entries;
use crate::cpu::contact::contact_row::Rows;
use crate::cpu::math::xyz;
use crate::views::view::ApplyContacts;
use glam::Vec3;
use pliant_passes::types::FEATURE_JACOBI;

pub(crate) fn apply_contacts(pass: &ApplyContacts<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let mut sum = Vec3::ZERO;
    let mut active = 0.0;
    for entry in entries(pass.starts, pass.entries, i) {
        let (row, weight) = Rows(pass.rows).weight_of(*entry);
        let push = pass.pushes[row];
        sum += weight * xyz(push);
        active += push[3];
    }
    let w = pass.velocity[i][3];
    pass.split_inverse_mass.set(i, w * active);
    let push = w * sum;
    if push == Vec3::ZERO {
        return;
    }
    let d = pass.displacement.xyz(i) + push;
    pass.displacement.set_xyz(i, d);
    if pass.features & FEATURE_JACOBI != 0 {
        let before = pass.displacement_before.xyz(i);
        pass.displacement_before.set_xyz(i, before + push);
        pass.current_position.set_xyz(i, xyz(pass.position[i]) + d);
    }
}
