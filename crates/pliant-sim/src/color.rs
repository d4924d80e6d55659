//! Colours: sets of constraints that share no free particle, solved one set after the other.

/// Constraints in the order of their colours.
#[derive(Debug, Default, Clone, PartialEq)]
pub(crate) struct Coloring {
    /// Indices of the constraints, colour by colour.
    pub(crate) order: Vec<u32>,
    /// First and count of each colour in `order`.
    pub(crate) ranges: Vec<[u32; 2]>,
}

/// Colours constraints, given as the free particles of each. A group holds constraints that are alike, of one kind
/// and direction. Where it takes no more colours, each group has its own: a sheet solved direction by direction keeps
/// its symmetry, while mixed colours pull it aside when iterations are few.
pub(crate) fn color(particles: usize, ends: &[Vec<u32>], groups: &[Vec<u32>]) -> Coloring {
    let mixed = mixed(particles, ends, &groups.concat());
    by_group(particles, ends, groups, mixed.ranges.len()).unwrap_or(mixed)
}

/// Colours group by group; none if that takes more than `most` colours, or leaves some nearly empty.
fn by_group(
    particles: usize,
    ends: &[Vec<u32>],
    groups: &[Vec<u32>],
    most: usize,
) -> Option<Coloring> {
    let mut coloring = Coloring::default();
    for group in groups {
        let mut used = Used::new(particles);
        let mut colors: Vec<Vec<u32>> = Vec::new();
        for &c in group {
            let color = used.first_free(&ends[c as usize]);
            used.set(&ends[c as usize], color, true);
            colors.resize_with(colors.len().max(color + 1), Vec::new);
            colors[color].push(c);
        }
        if coloring.ranges.len() + colors.len() > most {
            return None;
        }
        for color in colors {
            let first = coloring.order.len() as u32;
            coloring.ranges.push([first, color.len() as u32]);
            coloring.order.extend(color);
        }
    }
    let mean = coloring.order.len() / coloring.ranges.len().max(1);
    let even = coloring.ranges.iter().all(|[_, n]| 2 * *n as usize >= mean);
    even.then_some(coloring)
}

/// Colours first fit in the order of `sequence`, then balances; the largest colour comes first.
fn mixed(particles: usize, ends: &[Vec<u32>], sequence: &[u32]) -> Coloring {
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
    collect(sequence, &color_of, &sizes)
}

/// Moves constraints out of colours above the mean into the smallest colours that take them.
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

fn collect(sequence: &[u32], color_of: &[usize], sizes: &[usize]) -> Coloring {
    let mut by_size: Vec<usize> = (0..sizes.len()).collect();
    by_size.sort_by_key(|color| std::cmp::Reverse(sizes[*color]));
    let mut place = vec![0; sizes.len()];
    for (rank, color) in by_size.iter().enumerate() {
        place[*color] = rank;
    }
    let mut order = sequence.to_vec();
    order.sort_unstable_by_key(|c| (place[color_of[*c as usize]], *c));
    let mut first = 0;
    let ranges = by_size.iter().map(|color| {
        let range = [first, sizes[*color] as u32];
        first += range[1];
        range
    });
    Coloring {
        ranges: ranges.collect(),
        order,
    }
}

/// Which colours each particle's constraints have: a bit each, in as many words as it takes.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn check(particles: usize, ends: &[Vec<u32>]) -> Coloring {
        let sequence: Vec<u32> = (0..ends.len() as u32).collect();
        let coloring = color(particles, ends, std::slice::from_ref(&sequence));
        let mut seen = coloring.order.clone();
        seen.sort_unstable();
        assert_eq!(seen, sequence, "each constraint has one colour");
        for [first, count] in &coloring.ranges {
            let mut touched = std::collections::HashSet::new();
            for c in &coloring.order[*first as usize..(first + count) as usize] {
                assert!(
                    ends[*c as usize].iter().all(|p| touched.insert(*p)),
                    "a particle twice in a colour"
                );
            }
        }
        coloring
    }

    #[test]
    fn a_chain_takes_two_equal_colors() {
        let ends: Vec<Vec<u32>> = (0..20).map(|i| vec![i, i + 1]).collect();
        assert_eq!(check(21, &ends).ranges, [[0, 10], [10, 10]]);
    }

    #[test]
    fn a_hub_takes_as_many_colors_as_links() {
        let ends: Vec<Vec<u32>> = (1..=200).map(|i| vec![0, i]).collect();
        assert_eq!(check(201, &ends).ranges.len(), 200);
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
        let coloring = color(81, &[x, y].concat(), &groups);
        assert_eq!(coloring.ranges, [[0, 36], [36, 36], [72, 36], [108, 36]]);
        assert!(coloring.order[..half as usize].iter().all(|c| *c < half));
    }
}
