//! CPU implementation of `shaders/include/accumulate.glsl`.

use crate::memory::Shared;
use glam::Vec3;
use pliant_passes::types::{ACCUMULATORS, Accumulator, STATUS_ACCUMULATOR_OVERFLOW};

/// Adds an impulse on `item` of `count` by `other`, which is 1 + a collider or a body.
pub(crate) fn accumulate(
    (accumulators, status): (&Shared<'_, Accumulator>, &Shared<'_, u32>),
    [item, count]: [usize; 2],
    other: u32,
    impulse: Vec3,
) {
    for k in 0..ACCUMULATORS as usize {
        let mut accumulator = accumulators.get(k * count + item);
        if accumulator.other == other || accumulator.other == 0 {
            accumulator.other = other;
            accumulator.impulse = (Vec3::from(accumulator.impulse) + impulse).to_array();
            accumulators.set(k * count + item, accumulator);
            return;
        }
    }
    status.add(STATUS_ACCUMULATOR_OVERFLOW as usize, 1);
}

#[cfg(test)]
mod tests {
    use super::*;
    use pliant_passes::types::STATUS_WORDS;

    #[test]
    fn impulses_add_up_by_source_and_the_rest_is_counted() {
        let mut accumulators = [Accumulator::default(); 2 * ACCUMULATORS as usize];
        let mut status = [0; STATUS_WORDS as usize];
        for other in [3, 1, 3, 7, 9, 8, 8] {
            let buffers = (
                &accumulators.as_mut_slice().into(),
                &status.as_mut_slice().into(),
            );
            accumulate(buffers, [1, 2], other, Vec3::X);
        }
        let found: Vec<_> = accumulators
            .iter()
            .map(|t| (t.other, t.impulse[0]))
            .collect();
        let none = (0, 0.0);
        let own = [(3, 2.0), (1, 1.0), (7, 1.0), (9, 1.0)];
        assert_eq!(found, own.map(|accumulator| [none, accumulator]).concat());
        assert_eq!(status[STATUS_ACCUMULATOR_OVERFLOW as usize], 2);
    }
}
