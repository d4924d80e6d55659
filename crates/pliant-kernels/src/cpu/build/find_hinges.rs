//! CPU implementation of `shaders/build/find_hinges.comp`.

use super::list;
use crate::cpu::hinge::bend;
use crate::cpu::math::xyz;
use crate::views::view::FindHinges;
use pliant_passes::types::{BEND_DIHEDRAL, HINGE, Hinge, LIST_FILL, MATERIALS, NONE};

pub(crate) fn find_hinges(pass: &FindHinges<'_>, at: usize) {
    if at >= pass.params.count as usize {
        return;
    }
    let v = at as u32;
    let body = pass.body_of[v as usize];
    let bends = pass.bodies[body as usize].bend == BEND_DIHEDRAL;
    let mut found = 0;
    for pair in pass
        .entries
        .range(list(pass.starts, v as usize))
        .windows(2)
        .filter(|_| bends)
    {
        let ([b, c, _], [also_b, d, _]) = (pair[0], pair[1]);
        if b != also_b || b <= v || c == NONE || d == NONE {
            continue;
        }
        if pass.params.stage == LIST_FILL {
            let rest =
                bend([v, b, c, d].map(|i| xyz(pass.rest[i as usize]))).map_or(0.0, |b| b.angle);
            let hinge = Hinge {
                a: v,
                b,
                c,
                d,
                rest,
                material: MATERIALS * body + HINGE,
            };
            pass.hinges
                .set((pass.hinge_starts[v as usize] + found) as usize, hinge);
        }
        found += 1;
    }
    pass.counts.set(v as usize, found);
}
