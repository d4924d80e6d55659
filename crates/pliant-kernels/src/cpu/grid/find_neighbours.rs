//! CPU implementation of `shaders/grid/find_neighbours.comp`.

use crate::cpu::grid::Cells;
use crate::cpu::lanes::{LANES, Lanes, Vec3s, components};
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
    list.write_group(pass, own);
    let entries = list.length.min(pass.params.capacity as usize);
    pass.counts.set(own, entries as u32);
    let found = list.length + skipped;
    if found > entries {
        pass.overflow.add(0, (found - entries) as u32);
        pass.overflow.max(1, found as u32);
    }
}

/// Points that are tested before those that passed are added to the list.
const TESTED: usize = 32;

/// A list of neighbours that is being found.
struct List {
    /// Points of a chunk that passed the test.
    near: [u32; TESTED + LANES],
    /// The neighbours so far; those beyond the capacity are only counted.
    length: usize,
    /// The last group of up to four.
    group: [u32; 4],
}

impl List {
    const EMPTY: Self = Self {
        near: [0; TESTED + LANES],
        length: 0,
        group: [0; 4],
    };

    #[inline]
    fn push(&mut self, pass: &FindNeighbours<'_>, own: usize, k: usize) {
        let at = self.length;
        self.length += 1;
        if at >= pass.params.capacity as usize {
            return;
        }
        if pass.features & FEATURE_GRID_INDICES == 0 {
            let count = pass.params.count as usize;
            pass.found.set(at * count + own, pass.order[k]);
            return;
        }
        self.group[at % 4] = k as u32;
        if at % 4 == 3 {
            self.write(pass, own, at / 4);
            self.group = [0; 4];
        }
    }

    /// Writes the last group, if it is not full.
    fn write_group(&self, pass: &FindNeighbours<'_>, own: usize) {
        let entries = self.length.min(pass.params.capacity as usize);
        if pass.features & FEATURE_GRID_INDICES != 0 && !entries.is_multiple_of(4) {
            self.write(pass, own, entries / 4);
        }
    }

    /// Four grid indices in three words: 24 bits each, the fourth in the top bytes of the others.
    #[inline]
    fn write(&self, pass: &FindNeighbours<'_>, own: usize, group: usize) {
        let first = 3 * (group * pass.params.count as usize + own);
        for e in 0..3 {
            let word = self.group[e] | (self.group[3] >> (8 * e) << 24);
            pass.found.set(first + e, word);
        }
    }
}

/// Adds neighbours from a range of points, which lie in cells of the row (y, z) or share their buckets. The test has no branch, since
/// its result cannot be predicted.
fn collect(
    pass: &FindNeighbours<'_>,
    own: usize,
    row: (i32, i32),
    part: Range<usize>,
    list: &mut List,
) {
    let test = Test::new(&pass.params, pass.sorted_position[own], row);
    let mut start = part.start;
    while start < part.end {
        let end = part.end.min(start + TESTED);
        let mut count = 0;
        for at in (start..end).step_by(LANES) {
            let points = [0, 1, 2, 3].map(|k| pass.sorted_position[(at + k).min(end - 1)]);
            let left = (end - at).min(LANES);
            let passed = test.passed(points) & ((1 << left) - 1);
            for k in 0..LANES {
                list.near[count] = (at + k) as u32;
                count += (passed >> k & 1) as usize;
            }
        }
        for at in 0..count {
            let k = list.near[at] as usize;
            if k != own {
                list.push(pass, own, k);
            }
        }
        start = end;
    }
}

/// Tests whether points are neighbours of a point and lie in a row of cells.
struct Test {
    here: Vec3s,
    radius: Lanes,
    /// Cells a metre along y and z.
    inverse: [Lanes; 2],
    /// The cells' y and z, and the next ones.
    cells: [[Lanes; 2]; 2],
}

impl Test {
    fn new(params: &GridParams, point: [f32; 4], (y, z): (i32, i32)) -> Self {
        let [x, y_here, z_here, radius] = point.map(Lanes::splat);
        let bounds = |cell: i32| {
            let low = cell as f32;
            // Far away numbers are more than 1 apart.
            [low, (low + 1.0).max(low.next_up())].map(Lanes::splat)
        };
        Self {
            here: Vec3s {
                x,
                y: y_here,
                z: z_here,
            },
            radius,
            inverse: [1, 2].map(|axis| Lanes::splat(params.inverse[axis])),
            cells: [y, z].map(bounds),
        }
    }

    /// A bit for each point.
    #[inline]
    fn passed(&self, points: [[f32; 4]; LANES]) -> u32 {
        let [x, y, z, radius] = components(points.map(Lanes::new));
        let d = self.here - Vec3s { x, y, z };
        let reach = self.radius + radius;
        let mut passed = d.dot(d).simd_le(reach * reach);
        let farthest = Lanes::splat(FARTHEST_CELL);
        for ((x, inverse), [low, high]) in [y, z].into_iter().zip(self.inverse).zip(self.cells) {
            let cell = (x * inverse).fast_max(-farthest).fast_min(farthest);
            passed &= cell.simd_ge(low) & cell.simd_lt(high);
        }
        passed.to_bitmask()
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
