//! Pairs of rigid bodies' colliders, colour by colour and several at a time: CPU implementation of `shaders/rigid/colors.glsl`.

use crate::cpu::lanes::LANES;
use crate::memory::{Read, Shared};
use crate::views::group::ColoredPairs;
use pliant_passes::types::{COLORS, FEATURE_FUSED, Manifold, SMALL_COLOR};
use std::array::from_fn;
use std::ops::Range;

/// Up to [`LANES`] pairs that share no free body. Missing ones repeat the last.
#[derive(Debug, Clone, Copy)]
pub(super) struct Packet {
    pub(super) pairs: [usize; LANES],
    /// Number of pairs that are not missing.
    pub(super) count: usize,
}

impl Packet {
    fn of(pairs: [usize; LANES], count: usize) -> Self {
        let pairs = from_fn(|k| pairs[k.min(count - 1)]);
        Self { pairs, count }
    }
}

/// Splits pairs into packets of at most `most`.
pub(super) fn packets(
    pairs: impl Iterator<Item = usize>,
    most: usize,
    mut run: impl FnMut(Packet),
) {
    let (mut packet, mut count) = ([0; LANES], 0);
    for pair in pairs {
        packet[count] = pair;
        count += 1;
        if count == most {
            run(Packet::of(packet, count));
            count = 0;
        }
    }
    if count > 0 {
        run(Packet::of(packet, count));
    }
}

/// All pairs in the order of their colours. Only those with contact points are solved: most pairs are near each other, no more.
pub(super) struct Colors<'a, M> {
    manifolds: &'a M,
    /// The colour that the dispatch solves.
    color: u32,
    /// Number of colours that have a dispatch of their own where they are large.
    color_dispatches: u32,
    ordered: Read<'a, u32>,
    starts: Read<'a, u32>,
}

/// Manifolds of pairs, which a pass reads or updates.
pub(super) trait HasPoints {
    /// Whether a pair has contact points.
    fn has_points(&self, pair: usize) -> bool;
}

impl HasPoints for Read<'_, Manifold> {
    #[inline(always)]
    fn has_points(&self, pair: usize) -> bool {
        self[pair].points > 0
    }
}

impl HasPoints for Shared<'_, Manifold> {
    #[inline(always)]
    fn has_points(&self, pair: usize) -> bool {
        self.get(pair).points > 0
    }
}

impl<'a, M: HasPoints> Colors<'a, M> {
    /// The pairs of a pass that solves a colour, where so many have dispatches of their own.
    #[inline]
    pub(super) fn new(
        pairs: &ColoredPairs<'a>,
        manifolds: &'a M,
        [color, color_dispatches]: [u32; 2],
    ) -> Self {
        Self {
            manifolds,
            color,
            color_dispatches,
            ordered: pairs.ordered,
            starts: pairs.color_starts,
        }
    }

    fn range(&self, color: usize) -> Range<usize> {
        self.starts[color] as usize..self.starts[color + 1] as usize
    }

    fn run(&self, range: Range<usize>, most: usize, run: &mut impl FnMut(Packet)) {
        let pairs = self.ordered.range(range).iter().map(|pair| *pair as usize);
        packets(
            pairs.filter(|pair| self.manifolds.has_points(*pair)),
            most,
            run,
        );
    }

    /// Some pairs of the dispatch's colour; with FUSED, all of the small colours.
    pub(super) fn solve(
        &self,
        features: u32,
        invocations: Range<usize>,
        mut run: impl FnMut(Packet),
    ) {
        if features & FEATURE_FUSED == 0 {
            self.solve_own(invocations, run);
        } else if invocations.start == 0 {
            self.solve_small_colors(&mut run);
        }
    }

    /// All small colours.
    fn solve_small_colors(&self, run: &mut impl FnMut(Packet)) {
        for color in self.first_small()..=COLORS as usize {
            self.solve_color(color, run);
        }
    }

    /// Some pairs of the dispatch's colour.
    pub(super) fn solve_own(&self, invocations: Range<usize>, mut run: impl FnMut(Packet)) {
        let all = self.range(self.color as usize);
        let end = all.end.min(all.start + invocations.end);
        let start = end.min(all.start + invocations.start);
        self.run(start..end, LANES, &mut run);
    }

    /// All pairs of a colour; those of the last colour one by one.
    pub(super) fn solve_color(&self, color: usize, run: &mut impl FnMut(Packet)) {
        let most = if color < COLORS as usize { LANES } else { 1 };
        self.run(self.range(color), most, run);
    }

    pub(super) fn first_small(&self) -> usize {
        first_small_color(self.color_dispatches, |color| self.starts[color])
    }
}

/// The first colour that has no dispatch of its own.
pub(super) fn first_small_color(color_dispatches: u32, start: impl Fn(usize) -> u32) -> usize {
    let is_small = |color: &usize| start(color + 1) - start(*color) <= SMALL_COLOR;
    let own = color_dispatches as usize;
    (0..own).find(is_small).unwrap_or(own)
}
