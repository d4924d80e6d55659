//! The neighbour search as a plain loop on one thread of the host, to compare device times with. The method is the device's: a counting
//! sort of points into hashed rows of cells.

use std::ops::Range;
use std::time::Instant;

/// Sides of a cell as fractions of the radius: the fastest of several that were tried.
const CELL: [f32; 3] = [0.25, 1.0, 1.0];

/// Number of points of a row that are tested at once.
const CHUNK: usize = 64;

/// A grid of points with one search radius.
pub(crate) struct NativeGrid {
    points: Vec<[f32; 4]>,
    radius: f32,
    size: [f32; 3],
    inverse: [f32; 3],
    mask: u32,
    bucket_of: Vec<u32>,
    starts: Vec<u32>,
    order: Vec<u32>,
    sorted: Vec<[f32; 4]>,
    capacity: usize,
    /// Whether lists are sorted.
    sorted_lists: bool,
    lengths: Vec<u32>,
    lists: Vec<u32>,
}

impl NativeGrid {
    /// A grid whose lists have at most `capacity` neighbours within `radius` m.
    pub(crate) fn new(points: Vec<[f32; 4]>, radius: f32, capacity: usize) -> Self {
        let count = points.len();
        let buckets = (2 * count).next_power_of_two();
        let size = CELL.map(|fraction| fraction * radius);
        Self {
            points,
            radius,
            size,
            inverse: size.map(f32::recip),
            mask: buckets as u32 - 1,
            bucket_of: vec![0; count],
            starts: vec![0; buckets + 1],
            order: vec![0; count],
            sorted: vec![[0.0; 4]; count],
            capacity,
            sorted_lists: true,
            lengths: vec![0; count],
            lists: vec![0; capacity * count],
        }
    }

    /// The same grid with lists in the order of discovery.
    pub(crate) fn unsorted(mut self) -> Self {
        self.sorted_lists = false;
        self
    }

    /// Sets the positions of the points, m.
    pub(crate) fn set_points(&mut self, points: &[[f32; 4]]) {
        self.points.copy_from_slice(points);
    }

    /// Searches once; returns the time to build the grid and to fill the lists, ms.
    pub(crate) fn search(&mut self) -> [f64; 2] {
        let start = Instant::now();
        self.build();
        let built = start.elapsed().as_secs_f64() * 1e3;
        self.fill();
        [built, start.elapsed().as_secs_f64() * 1e3 - built]
    }

    /// The neighbours of a point, in ascending order unless lists are unsorted.
    pub(crate) fn list(&self, point: usize) -> &[u32] {
        &self.lists[point * self.capacity..][..self.lengths[point] as usize]
    }

    #[inline(never)]
    fn build(&mut self) {
        self.starts.fill(0);
        for i in 0..self.points.len() {
            let [x, y, z] = self.cell_of(self.points[i]);
            let bucket = bucket(x, row(y, z), self.mask);
            self.bucket_of[i] = bucket;
            self.starts[bucket as usize] += 1;
        }
        let mut total = 0;
        for start in &mut self.starts {
            total += *start;
            *start = total;
        }
        for i in (0..self.points.len()).rev() {
            let start = &mut self.starts[self.bucket_of[i] as usize];
            *start -= 1;
            self.order[*start as usize] = i as u32;
            self.sorted[*start as usize] = self.points[i];
        }
    }

    #[inline(never)]
    fn fill(&mut self) {
        let mut lists = std::mem::take(&mut self.lists);
        for index in 0..self.order.len() {
            let point = self.order[index] as usize;
            let list = &mut lists[point * self.capacity..][..self.capacity];
            let mut length = 0;
            self.rows(self.sorted[index], |yz, indices| {
                self.add(index, yz, indices, list, &mut length);
            });
            if self.sorted_lists {
                list[..length].sort_unstable();
            }
            self.lengths[point] = length as u32;
        }
        self.lists = lists;
    }

    /// Adds the neighbours among a range of points. The distance test has no branch, since its result cannot be predicted.
    fn add(
        &self,
        own: usize,
        yz: [i32; 2],
        indices: Range<usize>,
        list: &mut [u32],
        length: &mut usize,
    ) {
        let [x, y, z, _] = self.sorted[own];
        let most = self.radius * self.radius;
        let mut near = [0; CHUNK];
        for first in indices.clone().step_by(CHUNK) {
            let chunk = &self.sorted[first..indices.end.min(first + CHUNK)];
            let mut count = 0;
            for (at, other) in chunk.iter().enumerate() {
                let d = [x - other[0], y - other[1], z - other[2]];
                near[count % CHUNK] = first + at;
                count += usize::from(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] <= most);
            }
            for index in &near[..count] {
                let [_, y, z] = self.cell_of(self.sorted[*index]);
                if *index != own && [y, z] == yz && *length < list.len() {
                    list[*length] = self.order[*index];
                    *length += 1;
                }
            }
        }
    }

    /// Calls `found` for each row of cells within the radius, with the sorted indices of the part that is near enough.
    #[inline(always)]
    fn rows(&self, point: [f32; 4], mut found: impl FnMut([i32; 2], Range<usize>)) {
        let cell = self.cell_of(point);
        let range = self.radius * 1.00001;
        let low = self.cell_of(point.map(|x| x - range));
        let high = self.cell_of(point.map(|x| x + range));
        let gap = |axis: usize, at: i32| {
            let rounding = 1e-6 * point[axis].abs();
            let below = point[axis] - cell[axis] as f32 * self.size[axis] - rounding;
            let above = self.size[axis] - below - 2.0 * rounding;
            match at - cell[axis] {
                0 => 0.0,
                steps @ 1.. => (above + (steps - 1) as f32 * self.size[axis]).max(0.0),
                steps => (below - (steps + 1) as f32 * self.size[axis]).max(0.0),
            }
        };
        for z in low[2]..=high[2] {
            let dz = gap(2, z);
            for y in low[1]..=high[1] {
                let dy = gap(1, y);
                let across = range * range - dy * dy - dz * dz;
                if across < 0.0 {
                    continue;
                }
                let [west, east] = [-1.0, 1.0].map(|side| {
                    let x = floor((point[0] + side * across.sqrt()) * self.inverse[0]);
                    bucket(x, row(y, z), self.mask) as usize
                });
                let [begin, end] = [self.starts[west] as usize, self.starts[east + 1] as usize];
                if west <= east {
                    found([y, z], begin..end);
                } else {
                    found([y, z], begin..self.order.len());
                    found([y, z], 0..end);
                }
            }
        }
    }

    fn cell_of(&self, x: [f32; 4]) -> [i32; 3] {
        [0, 1, 2].map(|axis| floor(x[axis] * self.inverse[axis]))
    }
}

/// Floor of a number. It is faster than `f32::floor`, which is a function call where the target may lack the instruction.
fn floor(x: f32) -> i32 {
    x as i32 - i32::from((x as i32) as f32 > x)
}

/// The first bucket of the cells with one y and z.
fn row(y: i32, z: i32) -> u32 {
    let row = (y as u32)
        .wrapping_mul(0x9e37_79b1)
        .wrapping_add((z as u32).wrapping_mul(0x85eb_ca77));
    let row = (row ^ (row >> 15)).wrapping_mul(0x2c1b_3c6d);
    row ^ (row >> 13)
}

fn bucket(x: i32, row: u32, mask: u32) -> u32 {
    (x as u32).wrapping_add(row) & mask
}
