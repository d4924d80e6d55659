//! Twin of `shaders/include/tally.glsl`.

use glam::Vec3;
use pliant_passes::types::{STATUS_UNTOLD, TALLIES, Tally};

/// An impulse that `item` of `count` got from `other`: 1 + a collider.
pub(crate) fn tally(
    (tallies, status): (&mut [Tally], &mut [u32]),
    [item, count]: [usize; 2],
    other: u32,
    impulse: Vec3,
) {
    for k in 0..TALLIES as usize {
        let tally = &mut tallies[k * count + item];
        if tally.other == other || tally.other == 0 {
            tally.other = other;
            tally.impulse = (Vec3::from(tally.impulse) + impulse).to_array();
            return;
        }
    }
    status[STATUS_UNTOLD as usize] += 1;
}

#[cfg(test)]
mod tests {
    use super::*;
    use pliant_passes::types::STATUS_WORDS;

    #[test]
    fn impulses_add_up_by_what_gave_them_and_the_rest_is_counted() {
        let mut tallies = [Tally::default(); 2 * TALLIES as usize];
        let mut status = [0; STATUS_WORDS as usize];
        for other in [3, 1, 3, 7, 9, 8, 8] {
            tally((&mut tallies, &mut status), [1, 2], other, Vec3::X);
        }
        let found: Vec<_> = tallies.iter().map(|t| (t.other, t.impulse[0])).collect();
        let none = (0, 0.0);
        let own = [(3, 2.0), (1, 1.0), (7, 1.0), (9, 1.0)];
        assert_eq!(found, own.map(|tally| [none, tally]).concat());
        assert_eq!(status[STATUS_UNTOLD as usize], 2);
    }
}
