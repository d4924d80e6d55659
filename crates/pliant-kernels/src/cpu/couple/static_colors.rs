//! The rows of a dispatch whose colours the host has assigned: CPU implementation of `shaders/couple/static_colors.glsl`.

use crate::memory::Read;
use pliant_passes::types::FEATURE_FUSED;
use std::ops::Range;

/// The rows of `count` colours from `first` on if FUSED is among the features, else those of some invocations of the first one.
pub(super) fn rows(
    starts: Read<'_, u32>,
    [first, count]: [u32; 2],
    features: u32,
    invocations: Range<usize>,
) -> Range<usize> {
    let start = |color: u32| starts[color as usize] as usize;
    if features & FEATURE_FUSED != 0 {
        return start(first)..start(first + count);
    }
    let [start, end] = [start(first), start(first + 1)];
    let at = |invocation: usize| end.min(start + invocation);
    at(invocations.start)..at(invocations.end)
}
