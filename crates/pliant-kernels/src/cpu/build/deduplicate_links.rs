//! CPU implementation of `shaders/build/deduplicate_links.comp`.

use super::list;
use crate::cpu::math::xyz;
use pliant_passes::passes::view::DeduplicateLinks;
use pliant_passes::types::{Link, MATERIALS, NONE};

pub(crate) fn deduplicate_links(pass: DeduplicateLinks<'_>) {
    for i in 0..pass.params.count {
        let at = i as usize;
        let mut found = 0;
        let mut previous = NONE;
        for &[other, kind, _] in &pass.candidates[list(pass.starts, at)] {
            if other == previous {
                continue;
            }
            previous = other;
            if pass.params.fill != 0 {
                let rest = xyz(pass.rest[at]).distance(xyz(pass.rest[other as usize]));
                let link = Link {
                    a: i,
                    b: other,
                    rest,
                    material: MATERIALS * pass.body_of[at] + kind,
                };
                pass.links[(pass.link_starts[at] + found) as usize] = link;
            }
            found += 1;
        }
        pass.counts[at] = found;
    }
}
