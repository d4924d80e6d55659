//! CPU implementation of `shaders/build/deduplicate_links.comp`.

use super::list;
use crate::cpu::math::xyz;
use crate::views::view::DeduplicateLinks;
use pliant_passes::types::{LIST_FILL, Link, MATERIALS, NONE};

pub(crate) fn deduplicate_links(pass: &DeduplicateLinks<'_>, at: usize) {
    if at >= pass.params.count as usize {
        return;
    }
    let i = at as u32;
    let at = i as usize;
    let mut found = 0;
    let mut previous = NONE;
    for &[other, kind, _] in pass.candidates.range(list(pass.starts, at)) {
        if other == previous {
            continue;
        }
        previous = other;
        if pass.params.stage == LIST_FILL {
            let rest = xyz(pass.rest[at]).distance(xyz(pass.rest[other as usize]));
            let link = Link {
                a: i,
                b: other,
                rest,
                material: MATERIALS * pass.body_of[at] + kind,
            };
            pass.links
                .set((pass.link_starts[at] + found) as usize, link);
        }
        found += 1;
    }
    pass.counts.set(at, found);
}
