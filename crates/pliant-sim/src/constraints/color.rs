//! Colours: sets of constraints, or of bundles, that share no free particle. Sets are solved one after the other.

use pliant_passes::types::WORKGROUP;
use std::cmp::Reverse;
use std::slice::from_ref;

/// Colours below this many constraints together run in one workgroup: a dispatch would cost more than solving them.
const FUSED: u32 = 2048;

/// Constraints in solving order.
#[derive(Debug, Default, Clone, PartialEq)]
pub(crate) struct Coloring {
    /// Indices of the constraints, sorted by colour.
    pub(crate) order: Vec<u32>,
    /// Layers of each colour, as first index and count in `order`: first the first constraints of its bundles, then the second …
    pub(crate) colors: Vec<Vec<[u32; 2]>>,
}

impl Coloring {
    /// From the bundles of each colour. Longer bundles come first, so that each layer is a contiguous range.
    pub(crate) fn new(colors: Vec<Vec<&[u32]>>) -> Self {
        let mut coloring = Self::default();
        for mut bundles in colors {
            bundles.sort_by_key(|bundle| Reverse(bundle.len()));
            let longest = bundles.first().map_or(0, |bundle| bundle.len());
            let layers = (0..longest).map(|layer| coloring.append(&bundles, layer));
            let layers = layers.collect();
            coloring.colors.push(layers);
        }
        coloring
    }

    /// Appends one constraint of each bundle to the order.
    fn append(&mut self, bundles: &[&[u32]], layer: usize) -> [u32; 2] {
        let first = self.order.len();
        let constraints = bundles.iter().map_while(|bundle| bundle.get(layer));
        self.order.extend(constraints);
        [first, self.order.len() - first].map(|n| n as u32)
    }

    /// Ranges for passes: first index and count of each layer, and how many layers of the colour remain, this one included.
    pub(crate) fn ranges(&self) -> impl Iterator<Item = [u32; 3]> + '_ {
        let from_each = |layers: &[[u32; 2]]| (1..=layers.len() as u32).rev();
        self.colors.iter().flat_map(move |layers| {
            let ranges = layers.iter().zip(from_each(layers));
            ranges.map(|([first, count], layers)| [*first, *count, layers])
        })
    }
}

/// Colours constraints, given by the free particles of each; returns the constraints of each colour. A group holds
/// constraints of one kind and direction. Where that takes no more colours, each group gets its own colours. A sheet that
/// is solved direction by direction keeps its symmetry, while mixed colours skew it when iterations are few.
pub(crate) fn color(particles: usize, ends: &[Vec<u32>], groups: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mixed = mixed(particles, ends, &groups.concat());
    by_group(particles, ends, groups, mixed.len()).unwrap_or(mixed)
}

/// Bundles of one constraint each.
pub(crate) fn of_one(colors: &[Vec<u32>]) -> Vec<Vec<&[u32]>> {
    colors
        .iter()
        .map(|color| color.iter().map(from_ref).collect())
        .collect()
}

/// Colours group by group; `None` if that takes more than `most` colours, or leaves some nearly empty.
fn by_group(
    particles: usize,
    ends: &[Vec<u32>],
    groups: &[Vec<u32>],
    most: usize,
) -> Option<Vec<Vec<u32>>> {
    let mut all: Vec<Vec<u32>> = Vec::new();
    for group in groups {
        let mut used = Used::new(particles);
        let mut colors: Vec<Vec<u32>> = Vec::new();
        for &c in group {
            let color = used.first_free(&ends[c as usize]);
            used.set(&ends[c as usize], color, true);
            colors.resize_with(colors.len().max(color + 1), Vec::new);
            colors[color].push(c);
        }
        all.extend(colors);
        if all.len() > most {
            return None;
        }
    }
    let mean = all.iter().map(Vec::len).sum::<usize>() / all.len().max(1);
    let even = all.iter().all(|color| 2 * color.len() >= mean);
    even.then_some(all)
}

/// Colours first-fit in the order of `sequence`, then balances; the largest colour comes first.
fn mixed(particles: usize, ends: &[Vec<u32>], sequence: &[u32]) -> Vec<Vec<u32>> {
    let mut used = Used::new(particles);
    let mut color_of = vec![0; ends.len()];
    let mut sizes: Vec<usize> = Vec::new();
    for &c in sequence {
        let color = used.first_free(&ends[c as usize]);
        used.set(&ends[c as usize], color, true);
        color_of[c as usize] = color;
        sizes.resize(sizes.len().max(color + 1), 0);
        sizes[color] += 1;
    }
    balance(&mut used, ends, sequence, &mut color_of, &mut sizes);
    let mut colors = vec![Vec::new(); sizes.len()];
    let mut ordered = sequence.to_vec();
    ordered.sort_unstable();
    for c in ordered {
        colors[color_of[c as usize]].push(c);
    }
    colors.sort_by_key(|color| Reverse(color.len()));
    colors
}

/// Moves constraints from colours above the mean size into the smallest colours that can take them.
fn balance(
    used: &mut Used,
    ends: &[Vec<u32>],
    sequence: &[u32],
    color_of: &mut [usize],
    sizes: &mut [usize],
) {
    let mean = sequence.len() / sizes.len().max(1);
    for &c in sequence {
        let (c, from) = (c as usize, color_of[c as usize]);
        if sizes[from] <= mean {
            continue;
        }
        let fits = |to: &usize| sizes[*to] < mean && !used.any(&ends[c], *to);
        if let Some(to) = (0..sizes.len()).filter(fits).min_by_key(|to| sizes[*to]) {
            used.set(&ends[c], from, false);
            used.set(&ends[c], to, true);
            color_of[c] = to;
            sizes[from] -= 1;
            sizes[to] += 1;
        }
    }
}

/// The colours at each particle: one bit for each colour, in `words` words.
struct Used {
    words: usize,
    bits: Vec<u64>,
}

impl Used {
    fn new(particles: usize) -> Self {
        Self {
            words: 1,
            bits: vec![0; particles],
        }
    }

    fn first_free(&mut self, ends: &[u32]) -> usize {
        loop {
            for word in 0..self.words {
                let taken = ends.iter().fold(0, |taken, p| {
                    taken | self.bits[*p as usize * self.words + word]
                });
                if taken != u64::MAX {
                    return 64 * word + taken.trailing_ones() as usize;
                }
            }
            self.grow();
        }
    }

    fn grow(&mut self) {
        let wider = self
            .bits
            .chunks(self.words)
            .flat_map(|words| words.iter().copied().chain([0]))
            .collect();
        self.bits = wider;
        self.words += 1;
    }

    fn set(&mut self, ends: &[u32], color: usize, on: bool) {
        for p in ends {
            let word = &mut self.bits[*p as usize * self.words + color / 64];
            *word = if on {
                *word | 1 << (color % 64)
            } else {
                *word & !(1 << (color % 64))
            };
        }
    }

    fn any(&self, ends: &[u32], color: usize) -> bool {
        ends.iter()
            .any(|p| self.bits[*p as usize * self.words + color / 64] >> (color % 64) & 1 == 1)
    }
}

/// Number of last (smallest) colours that run in one workgroup: small together, or no layer larger than the workgroup.
pub(crate) fn small_colors(coloring: &Coloring) -> usize {
    let mut total = 0;
    let fits = |layers: &&Vec<[u32; 2]>| {
        total += layers.iter().map(|[_, count]| count).sum::<u32>();
        total <= FUSED || layers[0][1] <= WORKGROUP
    };
    coloring.colors.iter().rev().take_while(fits).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(particles: usize, ends: &[Vec<u32>]) -> Vec<usize> {
        let sequence: Vec<u32> = (0..ends.len() as u32).collect();
        let colors = color(particles, ends, from_ref(&sequence));
        let mut seen = colors.concat();
        seen.sort_unstable();
        assert_eq!(seen, sequence, "each constraint has one colour");
        for constraints in &colors {
            let mut touched = std::collections::HashSet::new();
            for c in constraints {
                assert!(
                    ends[*c as usize].iter().all(|p| touched.insert(*p)),
                    "a particle twice in a colour"
                );
            }
        }
        colors.iter().map(Vec::len).collect()
    }

    #[test]
    fn a_chain_takes_two_equal_colors() {
        let ends: Vec<Vec<u32>> = (0..20).map(|i| vec![i, i + 1]).collect();
        assert_eq!(check(21, &ends), [10, 10]);
    }

    #[test]
    fn a_hub_takes_as_many_colors_as_links() {
        let ends: Vec<Vec<u32>> = (1..=200).map(|i| vec![0, i]).collect();
        assert_eq!(check(201, &ends).len(), 200);
    }

    /// The edges of a grid of `n` × `n` vertices, along X and then along Y.
    fn grid_edges(n: u32) -> [Vec<Vec<u32>>; 2] {
        let vertices = || (0..n * n).map(|i| (i, i % n, i / n));
        let along_x = vertices().filter(|(_, x, _)| x + 1 < n);
        let along_y = vertices().filter(|(_, _, y)| y + 1 < n);
        [
            along_x.map(|(i, ..)| vec![i, i + 1]).collect(),
            along_y.map(|(i, ..)| vec![i, i + n]).collect(),
        ]
    }

    #[test]
    fn directions_of_a_grid_have_colors_of_their_own() {
        let [x, y] = grid_edges(9);
        let half = x.len() as u32;
        let groups = [(0..half).collect(), (half..2 * half).collect()];
        let colors = color(81, &[x, y].concat(), &groups);
        assert_eq!(colors.iter().map(Vec::len).collect::<Vec<_>>(), [36; 4]);
        assert!(colors[..2].concat().iter().all(|c| *c < half));
    }

    #[test]
    fn the_longest_bundles_come_first_in_each_layer() {
        let bundles: [&[u32]; 4] = [&[0, 1], &[2], &[3, 4, 5], &[6]];
        let coloring = Coloring::new(vec![bundles[..3].to_vec(), bundles[3..].to_vec()]);
        assert_eq!(coloring.order, [3, 0, 2, 4, 1, 5, 6]);
        assert_eq!(
            coloring.colors,
            [vec![[0, 3], [3, 2], [5, 1]], vec![[6, 1]]]
        );
        let ranges: Vec<[u32; 3]> = coloring.ranges().collect();
        assert_eq!(ranges, [[0, 3, 3], [3, 2, 2], [5, 1, 1], [6, 1, 1]]);
    }

    fn small(colors: &[Vec<[u32; 2]>]) -> usize {
        small_colors(&Coloring {
            colors: colors.to_vec(),
            ..Coloring::default()
        })
    }

    #[test]
    fn small_colors_are_fused() {
        let [large, less, few] = [[0, 5000], [5000, 4000], [9000, 61]];
        assert_eq!(small(&[vec![large], vec![less], vec![few]]), 1);
        assert_eq!(small(&[vec![[0, 10]], vec![[10, 10]]]), 2);
        assert_eq!(small(&[vec![[0, 5000]]]), 0);
        assert_eq!(
            small(&[vec![[0, 1500], [1500, 1500]]]),
            0,
            "both layers count"
        );
        let short = vec![[0, WORKGROUP]; 20];
        assert_eq!(
            small(&[short.clone(), short]),
            2,
            "a workgroup each at most"
        );
        assert_eq!(small(&[]), 0);
    }
}
