//! CPU implementation of `shaders/contact/gather_contacts.comp`.

use super::list;
use crate::cpu::math::{set_xyz, xyz};
use glam::Vec3;
use pliant_passes::passes::view::GatherContacts;
use pliant_passes::types::{
    CALLS_SORT, CONTACT_SHORT, DETECTION_BOUND, FREE_DISTANCE, NO_PAIR, WORKGROUP,
};

pub(crate) fn gather_contacts(pass: GatherContacts<'_>) {
    let state = pass.state[0];
    let anew = state.anew != 0;
    let count = if anew {
        pass.params.count
    } else {
        state.renewed
    };
    for at in 0..count {
        let i = if anew { at } else { pass.listed[at as usize] } as usize;
        let entries = list(pass.starts, &pass.starts[1..], pass.entries, i);
        let mut end = pass.starts[i];
        let mut least = NO_PAIR;
        for entry in entries {
            let row = *entry as usize / 4;
            if pass.near[row] > 0.0 {
                pass.gathered[end as usize] = *entry;
                end += 1;
            }
            if pass.apart[row] > 0.0 {
                least = least.min(pass.apart[row]);
            }
        }
        pass.ends[i] = end;
        let own = &mut pass.gathered[pass.starts[i] as usize..end as usize];
        let many = own.len() > CONTACT_SHORT as usize;
        pass.renewed[i] = u32::from(many);
        pass.changed[i] = 1;
        if many {
            let workgroups = &mut pass.calls[CALLS_SORT as usize][0];
            *workgroups = (*workgroups).max(pass.params.count.div_ceil(WORKGROUP));
        } else {
            own.sort_unstable();
        }
        let stray = if entries.is_empty() {
            NO_PAIR
        } else {
            DETECTION_BOUND * least
        };
        if anew {
            let still = xyz(pass.position[i]) - state.substeps * Vec3::from(state.drift);
            set_xyz(&mut pass.detected[i], still);
        }
        pass.detected[i][3] = stray;
        pass.free[i] = FREE_DISTANCE * least;
    }
}
