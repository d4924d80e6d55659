//! Twin of `shaders/touch/gather.comp`.

use super::list;
use crate::cpu::math::{with_w, xyz};
use crate::passes::view::TouchGather;

/// Of half of a body's thickness: how far its particles may stray at most.
const STRAY: f32 = 0.01;
/// Of the distances of its pairs: how far a particle may stray at most, and how far it is free to go.
const STRAY_BETWEEN: f32 = 0.1;
const FREE_BETWEEN: f32 = 0.4;
/// What no particle goes as far as, m.
const FARTHEST: f32 = 1e30;

pub(crate) fn gather(pass: TouchGather<'_>) {
    if pass.state[0].detected > 0.0 {
        return;
    }
    for i in 0..pass.params.count as usize {
        let entries = list(pass.starts, &pass.starts[1..], pass.entries, i);
        let mut end = pass.starts[i];
        let mut least = FARTHEST;
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
        let stray = if entries.is_empty() {
            FARTHEST
        } else {
            let half_thickness = pass.bodies[pass.body_of[i] as usize].half_thickness;
            (STRAY * half_thickness).min(STRAY_BETWEEN * least)
        };
        pass.detected[i] = with_w(xyz(pass.position[i]), stray);
        pass.free[i] = FREE_BETWEEN * least;
    }
}
