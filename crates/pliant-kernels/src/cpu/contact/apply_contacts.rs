//! CPU implementation of `shaders/contact/apply_contacts.comp`.

use super::{list, pushed};
use crate::cpu::math::{set_xyz, xyz};
use glam::Vec3;
use pliant_passes::passes::view::ApplyContacts;
use pliant_passes::types::{FEATURE_JACOBI, FREE_LIMIT, STALE_ROUNDS};

pub(crate) fn apply_contacts(pass: ApplyContacts<'_>) {
    if pass.stale[STALE_ROUNDS as usize] < pass.params.round {
        return;
    }
    for i in 0..pass.params.count as usize {
        let entries = list(pass.starts, pass.ends, pass.entries, i);
        let push = pass.velocity[i][3] * pushed(entries, pass.weights, pass.pushes);
        let d = xyz(pass.displacement[i]) + push;
        let common = (pass.state[0].substeps + 1.0) * Vec3::from(pass.state[0].drift);
        let gone = xyz(pass.position[i]) + d - xyz(pass.detected[i]) - common;
        let free = gone.length() <= FREE_LIMIT * pass.free[i];
        if !free {
            let rounds = &mut pass.stale[STALE_ROUNDS as usize];
            *rounds = (*rounds).max(1);
        }
        if push == Vec3::ZERO {
            continue;
        }
        set_xyz(&mut pass.displacement[i], d);
        if pass.features & FEATURE_JACOBI != 0 {
            let before = xyz(pass.displacement_before[i]);
            set_xyz(&mut pass.displacement_before[i], before + push);
            set_xyz(&mut pass.current_position[i], xyz(pass.position[i]) + d);
        }
    }
}
