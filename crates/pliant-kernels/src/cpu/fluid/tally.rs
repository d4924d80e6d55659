//! Twin of `shaders/fluid/tally.comp`.

use crate::cpu::tally;
use crate::passes::view::FluidTally;
use crate::types::NONE;
use glam::Vec3;

pub(crate) fn tally(pass: FluidTally<'_>) {
    let params = pass.params;
    for s in 0..params.count as usize {
        let volume = pass.places[s][3];
        if volume <= 0.0 {
            continue;
        }
        let p = pass.particles[pass.order[s] as usize] as usize;
        let push = volume * params.unit * params.steep * pass.change[s] / params.h;
        for slot in 0..params.slots as usize {
            let c = pass.contacts[slot * params.particles as usize + p].collider;
            if c == NONE {
                break;
            }
            let part = Vec3::from(pass.parts[slot * params.count as usize + s]);
            if push != 0.0 && part != Vec3::ZERO {
                let place = [p, params.particles as usize];
                tally::tally(
                    (&mut *pass.tallies, &mut *pass.status),
                    place,
                    1 + c,
                    push * part,
                );
            }
        }
    }
}
