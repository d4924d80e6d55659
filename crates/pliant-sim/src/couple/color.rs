//! Colours of constraints between particles and rigid bodies.

use std::collections::{BTreeMap, BTreeSet};

/// A particle or a rigid body that a constraint moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum End {
    Particle(u32),
    Body(u32),
}

/// Order of constraints by colour, and the start of each colour: each constraint gets the lowest colour that its ends have free.
pub(super) fn colored(rows: impl Iterator<Item = Vec<End>>) -> (Vec<usize>, Vec<u32>) {
    let mut taken: BTreeMap<End, BTreeSet<u32>> = BTreeMap::new();
    let color = |ends: Vec<End>| {
        let of = |end: &End| taken.get(end);
        let used = |color: &u32| ends.iter().filter_map(of).any(|all| all.contains(color));
        let color = (0..).find(|color| !used(color)).unwrap_or_default();
        for end in ends {
            taken.entry(end).or_default().insert(color);
        }
        color
    };
    let colors: Vec<u32> = rows.map(color).collect();
    let mut order: Vec<usize> = (0..colors.len()).collect();
    order.sort_by_key(|index| (colors[*index], *index));
    let count = colors.iter().max().map_or(0, |most| most + 1);
    let before = |color: u32| colors.iter().filter(|own| **own < color).count() as u32;
    (order, (0..=count).map(before).collect())
}
