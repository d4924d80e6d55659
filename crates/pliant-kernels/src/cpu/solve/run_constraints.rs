//! CPU implementation of `shaders/solve/run_constraints.glsl`.

use crate::cpu::lanes::LANES;
use crate::memory::Read;
use pliant_passes::types::{FEATURE_BUNDLED, FEATURE_FUSED, SolveParams};
use std::ops::Range;

/// Runs `project` on the constraints of invocation `own`: on one constraint, on a bundle, or, at the first invocation of a run of
/// small colours, on all their bundles.
#[inline]
pub(crate) fn run_constraints(
    params: &SolveParams,
    features: u32,
    ranges: &Read<'_, [u32; 3]>,
    own: usize,
    mut project: impl FnMut(usize),
) {
    let (first, count) = (params.first as usize, params.count as usize);
    if features & FEATURE_FUSED != 0 {
        if own == 0 {
            run_colors(ranges, first, count, |layer| layer.for_each(&mut project));
        }
    } else if own >= count {
    } else if features & FEATURE_BUNDLED != 0 {
        run_bundle(ranges, first, own, project);
    } else {
        project(first + own);
    }
}

/// Constraint k of a bundle is in layer k.
#[inline]
fn run_bundle(
    ranges: &Read<'_, [u32; 3]>,
    first: usize,
    bundle: usize,
    mut project: impl FnMut(usize),
) {
    let layers = ranges[first][2] as usize;
    for layer in ranges.range(first..first + layers) {
        if bundle >= layer[1] as usize {
            return;
        }
        project(layer[0] as usize + bundle);
    }
}

/// Runs `project` on the constraints of some invocations, as [`run_constraints`] does, several at a time: on up to [`LANES`] consecutive
/// constraints, which share no free particle.
#[inline]
pub(crate) fn run_packets(
    params: &SolveParams,
    features: u32,
    ranges: &Read<'_, [u32; 3]>,
    invocations: Range<usize>,
    mut project: impl FnMut(Range<usize>),
) {
    let (first, count) = (params.first as usize, params.count as usize);
    if features & FEATURE_FUSED != 0 {
        if invocations.start == 0 {
            run_colors(ranges, first, count, |layer| packets(layer, &mut project));
        }
        return;
    }
    let invocations = invocations.start..invocations.end.min(count);
    if features & FEATURE_BUNDLED == 0 {
        packets(invocations, |own| {
            project(first + own.start..first + own.end);
        });
        return;
    }
    let layers = ranges[first][2] as usize;
    let layers = ranges.range(first..first + layers);
    packets(invocations, |own| {
        for layer in layers {
            let [start, count] = [0, 1].map(|k| layer[k] as usize);
            let end = own.end.min(count);
            if own.start >= end {
                return;
            }
            project(start + own.start..start + end);
        }
    });
}

/// Splits a range into parts of [`LANES`], of which the last may be shorter.
#[inline]
fn packets(range: Range<usize>, mut run: impl FnMut(Range<usize>)) {
    let mut start = range.start;
    while start < range.end {
        let end = range.end.min(start + LANES);
        run(start..end);
        start = end;
    }
}

/// Calls `run` for the constraints of each layer of some small colours, in sequence. Constraints of a layer share no free particle.
fn run_colors(
    ranges: &Read<'_, [u32; 3]>,
    mut first: usize,
    colors: usize,
    mut run: impl FnMut(Range<usize>),
) {
    for _ in 0..colors {
        let layers = ranges[first][2] as usize;
        for &[start, count, _] in ranges.range(first..first + layers) {
            run(start as usize..(start + count) as usize);
        }
        first += layers;
    }
}
