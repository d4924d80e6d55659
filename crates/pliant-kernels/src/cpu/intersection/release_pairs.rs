//! CPU implementation of `shaders/intersection/release_pairs.comp`.

use super::pace;
use pliant_passes::passes::view::ReleasePairs;
use pliant_passes::types::{LATELY, NEAR_INTERSECTION, OUT_OF, OUT_OF_ALL, POINT_TRIANGLE};

pub(crate) fn release_pairs(pass: ReleasePairs<'_>) {
    let word = |p: &u32| pass.passing[1 + *p as usize];
    for i in 0..pass.state[0].pairs as usize {
        let [kind, gap, ..] = pass.manners[i];
        let corners = pass.corners[i];
        let first = if kind == POINT_TRIANGLE { 1 } else { 2 };
        let (one, other) = corners.split_at(first);
        let comes_out = |part: &[u32], other: &[u32]| {
            let body = pass.body_of[other[other.len() - 1] as usize];
            let out_of = |p: &u32| word(p) / OUT_OF;
            let comes = |p: &u32| out_of(p) == body + 1 || out_of(p) == OUT_OF_ALL;
            part.iter().any(comes)
        };
        let bits = |part: &[u32]| part.iter().map(word).fold(0, |all, word| all | word);
        let next_to = bits(one) & bits(other) & NEAR_INTERSECTION != 0;
        if comes_out(one, other) || comes_out(other, one) || next_to {
            (pass.near[i], pass.apart[i]) = (-pass.near[i].abs(), 0.0);
            pass.presses[i] = 0.0;
        } else if (bits(one) | bits(other)) & LATELY != 0 {
            let open = &mut pass.opens[i][0];
            *open = open.max(-f32::from_bits(gap) * pace(pass.frame[0].h));
        }
    }
}
