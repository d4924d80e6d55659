//! Neighbour search: a grid of hashed cells, and from it a list of neighbours for each point (docs/method.md §23).

use crate::build::scan::{Scan, sums};
use crate::error::Error;
use crate::memory::{Maker, NamedBuffer, read};
use pliant_passes::passes::{grid, groups};
use pliant_passes::types::{FEATURE_GRID_INDICES, GROUP, GridParams, LIST_COUNT, LIST_FILL};
use pliant_passes::{Buffer, Engine, Memory, PassTime, ProgramId, Recording, Variant, bind};
use std::mem::take;
use tracing::warn;

/// Initial capacity of a list.
const CAPACITY: u32 = 32;

/// What every Vulkan device accepts in a buffer, bytes.
const LEAST_LIMIT: u64 = 1 << 27;

/// Most entries of all lists together: a shader computes indices of a buffer with 32 bits.
const MOST_ENTRIES: u64 = u32::MAX as u64;

/// Least number of buckets per point.
const BUCKETS: u32 = 2;

/// Sides of a cell as fractions of the largest radius. Cells of a row are adjacent in memory, so thin cells cost nothing, and
/// less of each row is out of range.
const CELL: [f32; 3] = [0.25, 1.0, 1.0];

/// The grid of a set of points: its buffers, and the passes that fill them. Lists are by sorted position in the grid's order,
/// in which points that are near each other are close together.
pub(crate) struct Grid {
    params: GridParams,
    half_radius: Buffer<f32>,
    starts: Buffer<u32>,
    cursor: Buffer<u32>,
    /// Sums of blocks of the counts of buckets.
    sums: Buffer<u32>,
    /// Positions of the points in the grid's order; free for other use once lists are complete.
    pub(crate) sorted_position: Buffer<[f32; 4]>,
    /// Lists in the order of the search. Entry k of the list at sorted position s is at k·points + s. Lists of sorted positions
    /// have four entries in three words: entries k to k + 3 start at 3 (k/4·points + s).
    pub(crate) found: Buffer<u32>,
    /// The point at each sorted position.
    pub(crate) order: Buffer<u32>,
    /// Points in the order of their buckets; after the search, the number of neighbours at each sorted position.
    pub(crate) counts: Buffer<u32>,
    /// Entry k of the list at sorted position s is at k·points + s; each list is in ascending order.
    pub(crate) neighbours: Buffer<u32>,
    /// Number of neighbours without room, and the length of the longest list.
    pub(crate) overflow: Buffer<u32>,
}

/// What lists contain.
#[derive(Clone, Copy)]
pub(crate) enum Lists {
    /// Indices of points, ascending.
    Points,
    /// Sorted positions, in the order of the search.
    SortedPositions,
}

impl Grid {
    /// A grid of `points` points whose bodies have these radii, m. Two points are neighbours if their distance is at most the
    /// mean of their radii.
    pub(crate) fn new<E: Engine>(
        make: &mut Maker<'_, E>,
        points: u32,
        radii: &[f32],
        capacity: u32,
        lists: Lists,
    ) -> Result<Self, Error> {
        let half: Vec<f32> = radii.iter().map(|radius| 0.5 * radius).collect();
        let params = params(points, half.iter().copied().fold(0.0, f32::max), capacity);
        let (points, buckets) = (points as usize, params.buckets as usize);
        let entries = points * capacity as usize;
        let [found, neighbours] = match lists {
            Lists::Points => [entries, entries],
            Lists::SortedPositions => [entries / 4 * 3, 0],
        };
        Ok(Self {
            params,
            half_radius: make.filled("halves of radii", &half)?,
            starts: make.empty::<u32>("bucket starts", buckets + 1)?,
            cursor: make.zeros::<u32>("bucket cursors", buckets)?,
            sums: make.empty::<u32>("sums of buckets", sums(buckets))?,
            sorted_position: make.empty::<[f32; 4]>("sorted points", points)?,
            found: make.empty::<u32>("found neighbours", found)?,
            order: make.empty::<u32>("order of points", points)?,
            counts: make.empty::<u32>("numbers of neighbours", points)?,
            neighbours: make.empty::<u32>("neighbours", neighbours)?,
            overflow: make.create::<u32>("overflow of neighbours", 2, Memory::Readback)?,
        })
    }

    /// Records the search among points at `position`, which belong to the bodies in `body_of`.
    pub(crate) fn search(
        &self,
        record: &mut Recording,
        position: Buffer<[f32; 4]>,
        body_of: Buffer<u32>,
    ) {
        self.build(record, position, body_of);
        self.gather(record, Variant::default());
        let points = self.params.count;
        let ordered = bind!(grid::SortNeighbours { counts, found, neighbours from self; });
        let groups = self.params.capacity.div_ceil(GROUP);
        record.pass(ordered, self.params, groups * points);
    }

    /// Like [`Self::search`], but leaves lists of sorted positions in `found`: one row of cells after the other, ascending in
    /// each row.
    pub(crate) fn search_sorted(
        &self,
        record: &mut Recording,
        position: Buffer<[f32; 4]>,
        body_of: Buffer<u32>,
    ) {
        self.build(record, position, body_of);
        let features = FEATURE_GRID_INDICES;
        self.gather(record, Variant { lanes: 1, features });
    }

    /// The lists of sorted positions, as passes of fluids bind them.
    pub(crate) fn lists(&self) -> groups::NeighbourLists {
        bind!(groups::NeighbourLists {
            counts, sorted_position from self; neighbours = self.found.cast();
        })
    }

    fn gather(&self, record: &mut Recording, variant: Variant) {
        let gather = bind!(grid::FindNeighbours {
            starts, order, found, counts, overflow, sorted_position from self;
        });
        let points = self.params.count;
        record.pass_variant(gather, self.params, points, variant);
    }

    fn build(&self, record: &mut Recording, position: Buffer<[f32; 4]>, body_of: Buffer<u32>) {
        let points = self.params.count;
        let list = bind!(grid::ListPoints {
            position; starts, cursor from self; entries = self.counts;
        });
        for stage in [LIST_COUNT, LIST_FILL] {
            let params = GridParams {
                stage,
                ..self.params
            };
            record.pass(list, params, points);
            if stage == LIST_COUNT {
                let scan = Scan {
                    counts: self.cursor,
                    sums: self.sums,
                    starts: self.starts,
                };
                scan.record(record, self.params.buckets);
            }
        }
        let ordered = bind!(grid::OrderPoints {
            position, body_of;
            half_radius, starts, order, sorted_position from self;
            entries = self.counts;
        });
        record.pass(ordered, self.params, points);
    }
}

fn params(points: u32, reach: f32, capacity: u32) -> GridParams {
    // Where all radii are 0, only points at the same position are neighbours.
    let size = CELL.map(|fraction| fraction * (2.0 * reach).max(1e-6));
    GridParams {
        count: points,
        stage: LIST_COUNT,
        buckets: (BUCKETS * points).next_power_of_two().max(64),
        capacity,
        reach,
        size,
        inverse: size.map(f32::recip),
    }
}

/// Capacity of lists at the start: the wanted one, where every device has room for it.
pub(crate) fn first_capacity(lists: Lists, wanted: u32, points: u32) -> u32 {
    grown_capacity(lists, wanted, points, LEAST_LIMIT).min(wanted)
}

/// Next capacity of lists when one of them had `longest` entries: an eighth more, within the engine's largest buffer, a multiple of four.
pub(crate) fn grown_capacity(lists: Lists, longest: u32, points: u32, largest_buffer: u64) -> u32 {
    let entries = match lists {
        Lists::Points => largest_buffer / 4,
        Lists::SortedPositions => largest_buffer / 3,
    };
    let limit = entries.min(MOST_ENTRIES) / u64::from(points.max(1));
    (longest + longest / 8)
        .next_multiple_of(8)
        .min(limit as u32 & !3)
}

/// A neighbour search over points of the caller.
pub struct Neighbours<E: Engine> {
    engine: E,
    radii: Vec<f32>,
    points: u32,
    position: Buffer<[f32; 4]>,
    body_of: Buffer<u32>,
    allocation: Allocation,
}

/// The part of a search that depends on the capacity of lists.
struct Allocation {
    grid: Grid,
    buffers: Vec<NamedBuffer>,
    program: ProgramId,
    recording: Recording,
}

impl<E: Engine> Neighbours<E> {
    /// A search among the points of `body_of`, whose bodies have these radii, m; all points start at the origin.
    ///
    /// # Errors
    /// When the engine's memory or device does not suffice.
    pub fn new(mut engine: E, body_of: &[u32], radii: &[f32]) -> Result<Self, Error> {
        let points = body_of.len() as u32;
        let mut make = Maker::new(&mut engine);
        let position = make.empty::<[f32; 4]>("points", body_of.len())?;
        let own_bodies = make.filled("bodies of points", body_of)?;
        let capacity = first_capacity(Lists::Points, CAPACITY, points);
        let allocation =
            Allocation::new(&mut engine, (position, own_bodies), points, radii, capacity)?;
        Ok(Self {
            engine,
            radii: radii.to_vec(),
            points,
            position,
            body_of: own_bodies,
            allocation,
        })
    }

    /// Sets the positions of the points, m.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn set_points(&mut self, positions: &[[f32; 4]]) -> Result<(), Error> {
        let bytes = bytemuck::cast_slice(positions);
        Ok(self.engine.write(self.position, 0, bytes)?)
    }

    /// Finds all neighbours and returns how many had no room. In that case lists are empty, and longer in the next search.
    ///
    /// # Errors
    /// When the device is lost, or has no memory for longer lists.
    pub fn search(&mut self) -> Result<u32, Error> {
        let overflow = self.allocation.grid.overflow;
        self.engine.run(self.allocation.program)?;
        let [overflowing, longest] = read::<u32, E>(&mut self.engine, overflow, 0, 2)?[..] else {
            unreachable!("two words were read");
        };
        if overflowing > 0 {
            self.grow(overflowing, longest)?;
        }
        Ok(overflowing)
    }

    fn grow(&mut self, overflowing: u32, longest: u32) -> Result<(), Error> {
        let capacity = self.allocation.grid.params.capacity;
        let largest = self.engine.largest_buffer();
        let larger = grown_capacity(Lists::Points, longest, self.points, largest);
        warn!(
            "{overflowing} neighbours did not fit: the longest list has {longest} entries; capacity grows from {capacity} to {larger}"
        );
        if larger > capacity {
            self.allocation.destroy_all(&mut self.engine);
            let given = (self.position, self.body_of);
            self.allocation =
                Allocation::new(&mut self.engine, given, self.points, &self.radii, larger)?;
        }
        Ok(())
    }

    /// The neighbours of each point, in ascending order.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn lists(&mut self) -> Result<Vec<Vec<u32>>, Error> {
        let points = self.points as usize;
        let [order, counts, neighbours] = self.state()?;
        let mut lists = vec![Vec::new(); points];
        for (position, (point, count)) in order.into_iter().zip(counts).enumerate() {
            let list = (0..count as usize).map(|k| neighbours[k * points + position]);
            lists[point as usize] = list.collect();
        }
        Ok(lists)
    }

    /// The recording of a search, for tests.
    #[must_use]
    pub fn recording(&self) -> &Recording {
        &self.allocation.recording
    }

    /// Device time of each pass in the last search, where the engine measures it.
    pub fn timings(&mut self) -> Vec<PassTime> {
        self.engine.timings()
    }

    /// The engine, for benchmarks.
    pub fn engine(&mut self) -> &mut E {
        &mut self.engine
    }

    /// Order, lengths and entries of all lists as they are on the device, for tests of determinism.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn state(&mut self) -> Result<[Vec<u32>; 3], Error> {
        let points = self.points as usize;
        let grid = &self.allocation.grid;
        let entries = points * grid.params.capacity as usize;
        let mut all = |buffer, count| read::<u32, E>(&mut self.engine, buffer, 0, count);
        Ok([
            all(grid.order, points)?,
            all(grid.counts, points)?,
            all(grid.neighbours, entries)?,
        ])
    }

    /// Frees all buffers and returns the engine.
    pub fn into_engine(mut self) -> E {
        self.allocation.destroy_all(&mut self.engine);
        self.engine.destroy(self.position);
        self.engine.destroy(self.body_of);
        self.engine
    }
}

impl Allocation {
    fn new<E: Engine>(
        engine: &mut E,
        (position, body_of): (Buffer<[f32; 4]>, Buffer<u32>),
        points: u32,
        radii: &[f32],
        capacity: u32,
    ) -> Result<Self, Error> {
        let mut make = Maker::new(engine);
        let grid = Grid::new(&mut make, points, radii, capacity, Lists::Points)?;
        let buffers = take(&mut make.all);
        let mut recording = Recording::default();
        recording.fill(grid.overflow, 0);
        grid.search(&mut recording, position, body_of);
        Ok(Self {
            program: engine.prepare(&recording)?,
            grid,
            buffers,
            recording,
        })
    }

    fn destroy_all<E: Engine>(&mut self, engine: &mut E) {
        engine.forget(self.program);
        self.buffers.drain(..).for_each(|b| engine.destroy(b.id));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pliant_kernels::CpuEngine;

    #[test]
    fn a_list_that_is_too_short_grows() {
        let points: Vec<[f32; 4]> = (0..50).map(|i| [0.01 * i as f32, 0.0, 0.0, 0.0]).collect();
        let mut search = Neighbours::new(CpuEngine::default(), &[0; 50], &[1.0]).expect("memory");
        search.set_points(&points).expect("a device");
        // Each of the 50 points has 49 neighbours and room for 32.
        assert_eq!(search.search().expect("a device"), 50 * 17);
        assert_eq!(search.search().expect("a device"), 0);
        let lists = search.lists().expect("a device");
        assert_eq!(lists[7], Vec::from_iter((0..50).filter(|i| *i != 7)));
    }
}
