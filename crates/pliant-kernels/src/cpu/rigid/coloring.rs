//! The colours of pairs while they are assigned: CPU implementation of `shaders/rigid/coloring.glsl`.

use crate::memory::Shared;
use crate::views::group::UncoloredPairs;
use pliant_passes::types::{CLAIMS, ColoringParams, PROPOSED};
use std::ops::Range;

/// The pairs in a pass of a round of colouring.
pub(super) struct Coloring<'a> {
    slots: &'a UncoloredPairs<'a>,
    params: ColoringParams,
}

impl<'a> Coloring<'a> {
    pub(super) fn new(slots: &'a UncoloredPairs<'a>, params: ColoringParams) -> Self {
        Self { slots, params }
    }

    /// Number of pairs.
    pub(super) fn count(&self) -> u32 {
        self.slots.starts[self.params.colliders as usize].min(self.params.capacity)
    }

    /// By the two colliders; 31 bits.
    pub(super) fn hashed(&self, pair: usize) -> u32 {
        let [first, second] = self.slots.pairs[pair].parts;
        let number = if self.params.colliders <= 32768 {
            32768 * first + second
        } else {
            pair as u32
        };
        (number + 1).wrapping_mul(0x9E37_79B1) & 0x7FFF_FFFF
    }

    /// Pairs that touched in the last frame come first.
    pub(super) fn priority(&self, pair: usize) -> u32 {
        let touched = self.slots.slips[pair] != [0.0; 4];
        self.hashed(pair) | if touched { 0x8000_0000 } else { 0 }
    }
}

fn is_uncolored(color: u32) -> bool {
    color >= PROPOSED
}

/// Those of some pairs that have no colour.
pub(super) fn uncolored(
    pairs: Range<usize>,
    count: u32,
    color: impl Fn(usize) -> u32,
) -> impl Iterator<Item = usize> {
    let own = pairs.start..pairs.end.min(count as usize);
    own.filter(move |pair| is_uncolored(color(*pair)))
}

/// Where pairs that propose a colour claim a body.
pub(super) fn claim_of(body: u32, color: u32) -> usize {
    (CLAIMS * body + color % CLAIMS) as usize
}

/// Lets a pair claim both bodies for the colour that it proposes, or clears these claims with a priority of 0.
pub(super) fn set_claims(claims: &Shared<'_, u32>, bodies: [u32; 2], color: u32, priority: u32) {
    for body in bodies {
        let claim = claims.atomic(claim_of(body, color), 0);
        if priority > 0 {
            claim.max(priority);
        } else {
            claim.min(0);
        }
    }
}
