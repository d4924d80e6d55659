//! Pairs of rigid bodies' colliders, colour by colour and several at a time: CPU implementation of `shaders/include/colors.glsl`.

use crate::cpu::lanes::LANES;
use crate::memory::Read;
use pliant_passes::types::{COLORS, FEATURE_FUSED, RigidParams, SMALL_COLOR};
use std::array::from_fn;
use std::ops::Range;

/// Up to [`LANES`] pairs that share no free body. Missing ones repeat the last.
#[derive(Debug, Clone, Copy)]
pub(super) struct Packet {
    pub(super) pairs: [usize; LANES],
    /// Number of pairs that are not missing.
    pub(super) count: usize,
}

/// Splits pairs into packets of at most `most`.
pub(super) fn packets(
    pairs: Range<usize>,
    most: usize,
    mut run: impl FnMut(Packet),
    at: impl Fn(usize) -> usize,
) {
    let mut start = pairs.start;
    while start < pairs.end {
        let count = most.min(pairs.end - start);
        let pairs = from_fn(|k| at(start + k.min(count - 1)));
        run(Packet { pairs, count });
        start += count;
    }
}

/// All pairs in the order of their colours.
pub(super) struct Colors<'a> {
    pub(super) params: RigidParams,
    pub(super) ordered: Read<'a, u32>,
    pub(super) starts: Read<'a, u32>,
}

/// The [`Colors`] of a pass.
macro_rules! colors {
    ($pass:ident) => {
        $crate::cpu::rigid::colors::Colors {
            params: $pass.params,
            ordered: $pass.ordered,
            starts: $pass.color_starts,
        }
    };
}
pub(super) use colors;

impl Colors<'_> {
    fn range(&self, color: usize) -> Range<usize> {
        self.starts[color] as usize..self.starts[color + 1] as usize
    }

    fn run(&self, range: Range<usize>, most: usize, run: &mut impl FnMut(Packet)) {
        packets(range, most, run, |k| self.ordered[k] as usize);
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
            for color in self.first_small()..=COLORS as usize {
                self.solve_color(color, &mut run);
            }
        }
    }

    /// Some pairs of the dispatch's colour.
    pub(super) fn solve_own(&self, invocations: Range<usize>, mut run: impl FnMut(Packet)) {
        let all = self.range(self.params.color as usize);
        let end = all.end.min(all.start + invocations.end);
        self.run(all.start + invocations.start..end, LANES, &mut run);
    }

    /// All pairs of a colour; those of the last colour one by one.
    pub(super) fn solve_color(&self, color: usize, run: &mut impl FnMut(Packet)) {
        let most = if color < COLORS as usize { LANES } else { 1 };
        self.run(self.range(color), most, run);
    }

    pub(super) fn first_small(&self) -> usize {
        first_small_color(&self.params, |color| self.starts[color])
    }
}

/// The first colour that has no dispatch of its own: CPU implementation of `shaders/include/small_colors.glsl`.
pub(super) fn first_small_color(params: &RigidParams, start: impl Fn(usize) -> u32) -> usize {
    let is_small = |color: &usize| start(color + 1) - start(*color) <= SMALL_COLOR;
    let own = params.color_dispatches as usize;
    (0..own).find(is_small).unwrap_or(own)
}
