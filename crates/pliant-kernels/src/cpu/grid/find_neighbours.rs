//! CPU implementation of `shaders/grid/find_neighbours.comp`.

use crate::cpu::grid::cells::Cells;
use crate::cpu::lanes::{EIGHT, Eight, Vec3s, components_of_eight, eight};
use crate::cpu::math::xyz;
use crate::memory::Read;
use crate::views::view::FindNeighbours;
use glam::Vec3;
use pliant_passes::types::{
    FARTHEST_CELL, FEATURE_GRID_INDICES, GridParams, MOST_CELLS, MOST_SEEN,
};
use std::ops::Range;

pub(crate) fn find_neighbours(pass: &FindNeighbours<'_>, own: usize) {
    if own >= pass.params.count as usize {
        return;
    }
    let mut list = List::EMPTY;
    let (mut visited, mut skipped) = (0, 0);
    for_rows(
        &pass.params,
        pass.starts,
        pass.sorted_position[own],
        |row, ranges| {
            for part in ranges {
                visited += part.len();
                if visited > MOST_SEEN as usize {
                    skipped += part.len();
                } else {
                    collect(pass, own, row, part, &mut list);
                }
            }
        },
    );
    let entries = list.finish(pass, own);
    pass.counts.set(own, entries as u32);
    let found = list.length() + skipped;
    if found > entries {
        pass.overflow.add(0, (found - entries) as u32);
        pass.overflow.max(1, found as u32);
    }
}

/// Neighbours that are collected before they are written.
const COLLECTED: usize = 64;

/// A list of neighbours that is being found.
struct List {
    /// The last neighbours, which are not written yet.
    near: [u32; COLLECTED + EIGHT],
    collected: usize,
    /// Neighbours before them. Those beyond the capacity are only counted.
    written: usize,
}

impl List {
    const EMPTY: Self = Self {
        near: [0; COLLECTED + EIGHT],
        collected: 0,
        written: 0,
    };

    fn length(&self) -> usize {
        self.written + self.collected
    }

    /// Adds those of eight points from `first` on whose bit is set, except `own`. It has no branch, since bits cannot be predicted.
    #[inline(always)]
    fn add(&mut self, pass: &FindNeighbours<'_>, own: usize, first: usize, mut bits: u32) {
        if own.wrapping_sub(first) < EIGHT {
            bits &= !(1 << (own - first));
        }
        if self.collected > COLLECTED {
            self.write(pass, own);
        }
        let room = &mut self.near[self.collected..][..EIGHT];
        let mut count = 0;
        for lane in 0..EIGHT {
            // The count is at most the number of the lane.
            room[count % EIGHT] = (first + lane) as u32;
            count += (bits >> lane & 1) as usize;
        }
        self.collected += count;
    }

    /// Writes all complete groups of four.
    fn write(&mut self, pass: &FindNeighbours<'_>, own: usize) {
        let complete = self.collected / 4 * 4;
        for at in (0..complete).step_by(4) {
            self.write_four(pass, own, at, 4);
        }
        self.near.copy_within(complete..self.collected, 0);
        self.written += complete;
        self.collected -= complete;
    }

    /// Writes all, and returns the number of neighbours in the list.
    fn finish(&mut self, pass: &FindNeighbours<'_>, own: usize) -> usize {
        self.write(pass, own);
        if self.collected > 0 {
            self.write_four(pass, own, 0, self.collected);
        }
        self.length().min(pass.params.capacity as usize)
    }

    /// Writes `count` neighbours, up to four, as far as the capacity allows.
    #[inline(always)]
    fn write_four(&self, pass: &FindNeighbours<'_>, own: usize, at: usize, count: usize) {
        let first = self.written + at;
        let left = (pass.params.capacity as usize).saturating_sub(first);
        let (used, points) = (count.min(left), pass.params.count as usize);
        if pass.features & FEATURE_GRID_INDICES == 0 {
            for e in 0..used {
                let k = self.near[at + e] as usize;
                pass.found.set((first + e) * points + own, pass.order[k]);
            }
        } else if used > 0 {
            let four = [0, 1, 2, 3].map(|e| if e < used { self.near[at + e] } else { 0 });
            let place = 3 * (first / 4 * points + own);
            for e in 0..3 {
                let word = four[e] | (four[3] >> (8 * e) << 24);
                pass.found.set(place + e, word);
            }
        }
    }
}

/// Adds neighbours from a range of points, which lie in cells of the row (y, z) or share their buckets.
fn collect(
    pass: &FindNeighbours<'_>,
    own: usize,
    row: (i32, i32),
    part: Range<usize>,
    list: &mut List,
) {
    let test = Test::new(&pass.params, pass.sorted_position[own], row);
    let mut first = part.start;
    while first + EIGHT <= part.end {
        let points = pass.sorted_position.array(first);
        list.add(pass, own, first, test.passed(points));
        first += EIGHT;
    }
    if first < part.end {
        let left = part.end - first;
        let point = |k: usize| pass.sorted_position[first + k.min(left - 1)];
        let passed = test.passed(std::array::from_fn(point));
        list.add(pass, own, first, passed & ((1 << left) - 1));
    }
}

/// Tests whether points are neighbours of a point and lie in a row of cells.
struct Test {
    here: Vec3s<Eight>,
    radius: Eight,
    y: Strip,
    z: Strip,
}

impl Test {
    #[inline(always)]
    fn new(params: &GridParams, point: [f32; 4], (y, z): (i32, i32)) -> Self {
        let [x, y_here, z_here, radius] = point.map(eight);
        Self {
            here: Vec3s {
                x,
                y: y_here,
                z: z_here,
            },
            radius,
            y: Strip::new(params.inverse[1], y),
            z: Strip::new(params.inverse[2], z),
        }
    }

    /// A bit for each point.
    #[inline(always)]
    fn passed(&self, points: [[f32; 4]; EIGHT]) -> u32 {
        let [x, y, z, radius] = components_of_eight(points);
        let d = self.here - Vec3s { x, y, z };
        let reach = self.radius + radius;
        let near = d.dot(d).simd_le(reach * reach);
        (near & self.y.holds(y) & self.z.holds(z)).to_bitmask()
    }
}

/// The cells that have one coordinate in common.
struct Strip {
    /// Cells a metre.
    inverse: Eight,
    /// The coordinate, and that of the next cells.
    low: Eight,
    next: Eight,
}

impl Strip {
    #[inline(always)]
    fn new(inverse: f32, cell: i32) -> Self {
        let low = cell as f32;
        // Far away numbers are more than 1 apart.
        let next = (low + 1.0).max(low.next_up());
        Self {
            inverse: eight(inverse),
            low: eight(low),
            next: eight(next),
        }
    }

    /// Whether points with these coordinates are in these cells.
    #[inline(always)]
    fn holds(&self, x: Eight) -> Eight {
        let farthest = eight(FARTHEST_CELL);
        let cell = (x * self.inverse).fast_max(-farthest).fast_min(farthest);
        cell.simd_ge(self.low) & cell.simd_lt(self.next)
    }
}

/// Least distance to cells that are `steps` cells away.
fn min_distance(steps: i32, below: f32, above: f32, size: f32) -> f32 {
    match steps {
        0 => 0.0,
        1.. => (above + (steps - 1) as f32 * size).max(0.0),
        _ => (below - (steps + 1) as f32 * size).max(0.0),
    }
}

/// Calls `visit` for each row of cells within reach, with its y and z and the ranges of its points.
fn for_rows(
    params: &GridParams,
    starts: Read<'_, u32>,
    point: [f32; 4],
    mut visit: impl FnMut((i32, i32), [Range<usize>; 2]),
) {
    let here = xyz(point);
    let size = Vec3::from(params.size);
    let cell = params.cell_of(here);
    let reach = (point[3] + params.reach) * 1.00001;
    let rounding = 1e-6 * here.abs();
    let below = here - cell.as_vec3() * size - rounding;
    let above = size - below - 2.0 * rounding;
    let low = params.cell_of(here - reach);
    let high = params.cell_of(here + reach).min(low + MOST_CELLS as i32);
    for z in low.z..=high.z {
        let dz = min_distance(z - cell.z, below.z, above.z, size.z);
        for y in low.y..=high.y {
            let dy = min_distance(y - cell.y, below.y, above.y, size.y);
            let squared = reach * reach - dy * dy - dz * dz;
            if squared >= 0.0 {
                let across = squared.sqrt();
                let west = params.cell_along(0, here.x - across);
                let east = params.cell_along(0, here.x + across);
                let cells = (west, east.min(west + MOST_CELLS as i32));
                let ranges = index_ranges(params, starts, cells, GridParams::row_of(y, z));
                visit((y, z), ranges);
            }
        }
    }
}

/// The grid indices of some cells of a row: two ranges where the row wraps around the table.
fn index_ranges(
    params: &GridParams,
    starts: Read<'_, u32>,
    (west, east): (i32, i32),
    row: u32,
) -> [Range<usize>; 2] {
    let (first, last) = (params.bucket(west, row), params.bucket(east, row));
    let [begin, end] = [first, last + 1].map(|bucket| starts[bucket] as usize);
    if first <= last {
        [begin..end, 0..0]
    } else {
        [begin..params.count as usize, 0..end]
    }
}
