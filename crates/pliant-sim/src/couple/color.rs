//! Colours of constraints between particles and rigid bodies.

use pliant_passes::types::{FEATURE_FUSED, WORKGROUP};
use std::collections::{BTreeMap, BTreeSet};

/// A particle or a rigid body that a constraint moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum End {
    Particle(u32),
    Body(u32),
}

/// Colours of rows that are sorted by them: those of one colour share no ends. Empty where there are no rows.
#[derive(Default)]
pub(super) struct Colors {
    /// Start of each colour, and the number of rows.
    pub(super) starts: Vec<u32>,
}

/// A dispatch over one colour, or over several in one workgroup.
pub(super) struct Dispatch {
    pub(super) first_color: u32,
    pub(super) colors: u32,
    /// Invocations.
    pub(super) count: u32,
    /// FUSED, or 0.
    pub(super) features: u32,
}

impl Colors {
    /// Colours with more rows than a workgroup has invocations have a dispatch each, up to the first one with fewer. The rest has one
    /// together: a dispatch takes longer than a few rows.
    pub(super) fn dispatches(&self) -> impl Iterator<Item = Dispatch> {
        let sizes = self.starts.windows(2).map(|pair| pair[1] - pair[0]);
        let large: Vec<u32> = sizes.take_while(|size| *size > WORKGROUP).collect();
        let first_color = large.len() as u32;
        let all = self.starts.len().saturating_sub(1) as u32;
        let rest = (first_color < all).then_some(Dispatch {
            first_color,
            colors: all - first_color,
            count: 1,
            features: FEATURE_FUSED,
        });
        let own = |(first_color, count): (u32, u32)| Dispatch {
            first_color,
            colors: 1,
            count,
            features: 0,
        };
        (0..).zip(large).map(own).chain(rest)
    }
}

/// Order of constraints by colour, and the colours: each constraint gets the lowest colour that its ends have free.
pub(super) fn colored(rows: impl Iterator<Item = Vec<End>>) -> (Vec<usize>, Colors) {
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
    let starts = (0..=count).map(before).collect();
    (order, Colors { starts })
}
