//! Candidates at intersections: CPU implementation of `shaders/contact/released.glsl`.

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

/// Whether the particle of this word has to leave that body.
fn comes_out_of(body: u32, word: u32) -> bool {
    word / OUT_OF == body + 1 || word / OUT_OF == OUT_OF_ALL
}

pub(super) fn release_of(
    (passing, body_of): (Read<'_, u32>, Read<'_, u32>),
    kind: u32,
    corners: [u32; 4],
) -> Release {
    if passing[0] == 0 {
        return Release::No;
    }
    let words = corners.map(|p| passing[1 + p as usize]);
    let first = first_corners(kind);
    let bodies = [first - 1, 3].map(|last| body_of[corners[last] as usize]);
    release_by_words(words.split_at(first), bodies)
}

/// The same by the words of the corners of both features, and their bodies.
fn release_by_words((one, other): (&[u32], &[u32]), [body, other_body]: [u32; 2]) -> Release {
    let comes_out = |words: &[u32], body: u32| words.iter().any(|word| comes_out_of(body, *word));
    let bits = |words: &[u32]| words.iter().fold(0, |all, word| all | word);
    let next_to = bits(one) & bits(other) & NEAR_INTERSECTION != 0;
    if comes_out(one, other_body) || comes_out(other, body) || next_to {
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
