//! Candidates at intersections: CPU implementation of `shaders/include/released.glsl`.

use crate::cpu::contact::deformable_contact::first_corners;
use crate::cpu::edge_triangle::pace;
use crate::memory::Read;
use pliant_passes::types::{LATELY, NEAR_INTERSECTION, OUT_OF, OUT_OF_ALL};

/// What an intersection does to a candidate near it.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Release {
    /// Nothing.
    No,
    /// It would keep intersecting features where they are, so it neither pushes nor truncates.
    Free,
    /// Its features were part of an intersection recently, so they separate slowly.
    Slow,
}

pub(super) fn release(
    (passing, body_of): (Read<'_, u32>, Read<'_, u32>),
    kind: u32,
    corners: [u32; 4],
) -> Release {
    if passing[0] == 0 {
        return Release::No;
    }
    let word = |p: &u32| passing[1 + *p as usize];
    let (one, other) = corners.split_at(first_corners(kind));
    let comes_out = |part: &[u32], other: &[u32]| {
        let body = body_of[other[other.len() - 1] as usize];
        let out_of = |p: &u32| word(p) / OUT_OF;
        let comes = |p: &u32| out_of(p) == body + 1 || out_of(p) == OUT_OF_ALL;
        part.iter().any(comes)
    };
    let bits = |part: &[u32]| part.iter().map(word).fold(0, |all, word| all | word);
    let next_to = bits(one) & bits(other) & NEAR_INTERSECTION != 0;
    if comes_out(one, other) || comes_out(other, one) || next_to {
        Release::Free
    } else if (bits(one) | bits(other)) & LATELY != 0 {
        Release::Slow
    } else {
        Release::No
    }
}

/// The least separation of features that were part of an intersection recently.
pub(super) fn slow_separation(gap: f32, h: f32) -> f32 {
    -gap * pace(h)
}
