//! CPU implementation of `shaders/grid/find_neighbours.comp`.

use crate::cpu::grid::Cells;
use crate::cpu::math::xyz;
use crate::memory::Read;
use crate::views::view::FindNeighbours;
use glam::Vec3;
use pliant_passes::types::{FEATURE_GRID_INDICES, GridParams, MOST_CELLS, MOST_SEEN};
use std::ops::Range;

pub(crate) fn find_neighbours(pass: &FindNeighbours<'_>, own: usize) {
    if own >= pass.params.count as usize {
        return;
    }
    let (mut length, mut visited, mut skipped) = (0, 0, 0);
    for (y, z, ranges) in rows(&pass.params, pass.starts, pass.sorted_position[own]) {
        for part in ranges {
            visited += part.len();
            if visited > MOST_SEEN as usize {
                skipped += part.len();
            } else {
                length = collect(pass, own, (y, z), part, length);
            }
        }
    }
    let entries = length.min(pass.params.capacity as usize);
    pass.counts.set(own, entries as u32);
    if length + skipped > entries {
        pass.overflow.add(0, (length + skipped - entries) as u32);
        pass.overflow.max(1, (length + skipped) as u32);
    }
}

/// Whether two points are within the sum of their radii.
fn within_radius(a: [f32; 4], b: [f32; 4]) -> bool {
    let d = xyz(a) - xyz(b);
    let radius = a[3] + b[3];
    d.x * d.x + d.y * d.y + d.z * d.z <= radius * radius
}

/// Least distance to cells that are `steps` cells away.
fn min_distance(steps: i32, below: f32, above: f32, size: f32) -> f32 {
    match steps {
        0 => 0.0,
        1.. => (above + (steps - 1) as f32 * size).max(0.0),
        _ => (below - (steps + 1) as f32 * size).max(0.0),
    }
}

/// Adds neighbours from a range of points to the list of `own`; returns the new length.
fn collect(
    pass: &FindNeighbours<'_>,
    own: usize,
    (y, z): (i32, i32),
    part: Range<usize>,
    mut length: usize,
) -> usize {
    for k in part {
        let other = pass.sorted_position[k];
        let cell = pass.params.cell_of(xyz(other));
        if k == own
            || !within_radius(pass.sorted_position[own], other)
            || (cell.y, cell.z) != (y, z)
        {
            continue;
        }
        if length < pass.params.capacity as usize {
            let count = pass.params.count as usize;
            if pass.features & FEATURE_GRID_INDICES == 0 {
                pass.found.set(length * count + own, pass.order[k]);
            } else {
                let first = 3 * (length / 4 * count + own);
                let mut words = [0; 3];
                if !length.is_multiple_of(4) {
                    words = [0, 1, 2].map(|e| pass.found.get(first + e));
                }
                pack_index(&mut words, length % 4, k as u32);
                for (e, word) in words.into_iter().enumerate() {
                    pass.found.set(first + e, word);
                }
            }
        }
        length += 1;
    }
    length
}

/// Writes entry `k` of four grid indices in three words: 24 bits each, the fourth in the top bytes of the others.
fn pack_index(words: &mut [u32; 3], k: usize, index: u32) {
    if k < 3 {
        words[k] |= index;
    } else {
        (0..3).for_each(|e| words[e] |= index >> (8 * e) << 24);
    }
}

/// The rows of cells within reach: their y and z, and the ranges of their points.
fn rows(
    params: &GridParams,
    starts: Read<'_, u32>,
    point: [f32; 4],
) -> Vec<(i32, i32, [Range<usize>; 2])> {
    let here = xyz(point);
    let size = Vec3::from(params.size);
    let cell = params.cell_of(here);
    let reach = (point[3] + params.reach) * 1.00001;
    let rounding = 1e-6 * here.abs();
    let below = here - cell.as_vec3() * size - rounding;
    let above = size - below - 2.0 * rounding;
    let low = params.cell_of(here - reach);
    let high = params.cell_of(here + reach).min(low + MOST_CELLS as i32);
    let mut rows = Vec::new();
    for z in low.z..=high.z {
        let dz = min_distance(z - cell.z, below.z, above.z, size.z);
        for y in low.y..=high.y {
            let dy = min_distance(y - cell.y, below.y, above.y, size.y);
            let squared = reach * reach - dy * dy - dz * dz;
            if squared >= 0.0 {
                let west = params.cell_of(here - squared.sqrt()).x;
                let east = params.cell_of(here + squared.sqrt()).x;
                let cells = (west, east.min(west + MOST_CELLS as i32));
                rows.push((
                    y,
                    z,
                    index_ranges(params, starts, cells, GridParams::row_of(y, z)),
                ));
            }
        }
    }
    rows
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
