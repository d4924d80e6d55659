//! CPU implementation of `shaders/fluid/neighbours.glsl`.

use crate::cpu::fluid::kernel::Kernel;
use crate::cpu::lanes::{EIGHT, Eight, Vec3s, components_of_eight, eight};
use crate::cpu::math::xyz;
use crate::memory::{Indices, Read};
use crate::views::group::NeighbourLists;
use glam::Vec3;
use pliant_passes::types::{FluidParams, TINY};

/// A neighbour of a point.
pub(super) struct Neighbour {
    /// In grid order.
    pub(super) index: usize,
    /// Volume, m³; negative where it is not fluid.
    pub(super) volume: f32,
    /// Unit vector from the neighbour to the point.
    pub(super) direction: Vec3,
    /// 1 − distance/radius: 1 at the point, 0 at the radius of the kernel.
    pub(super) u: f32,
}

/// The neighbour lists of a pass.
#[derive(Clone, Copy)]
pub(super) struct Neighbours<'a> {
    params: FluidParams,
    counts: Read<'a, u32>,
    neighbours: Read<'a, [u32; 3]>,
    positions: Read<'a, [f32; 4]>,
}

impl<'a> Neighbours<'a> {
    #[inline(always)]
    pub(super) fn new(lists: &NeighbourLists<'a>, params: FluidParams) -> Self {
        Self {
            params,
            counts: lists.counts,
            neighbours: lists.neighbours,
            positions: lists.sorted_position,
        }
    }

    /// The neighbours of a point in grid order.
    pub(super) fn of(self, point: usize) -> impl Iterator<Item = Neighbour> + 'a {
        let count = self.params.count as usize;
        let here = xyz(self.positions[point]);
        (0..self.counts[point] as usize).map(move |k| {
            let index = unpack_four(self.neighbours[k / 4 * count + point])[k % 4] as usize;
            let separation = here - xyz(self.positions[index]);
            let r = separation.length();
            Neighbour {
                index,
                volume: self.positions[index][3],
                direction: separation / r.max(TINY),
                u: self.params.closeness(r),
            }
        })
    }
}

/// Eight neighbours of a point, a lane each. Missing ones are other points, with u = 0.
pub(super) struct EightNeighbours {
    /// In grid order.
    pub(super) index: Indices<EIGHT>,
    /// Volume, m³; negative where it is not fluid.
    pub(super) volume: Eight,
    /// Unit vector from the neighbour to the point.
    pub(super) direction: Vec3s<Eight>,
    /// 1 − distance/radius: 1 at the point, 0 at the radius of the kernel.
    pub(super) u: Eight,
}

/// The list of a point, eight neighbours at a time.
pub(super) struct Eights<'a> {
    pub(super) all: Neighbours<'a>,
    pub(super) point: usize,
    /// Number of neighbours.
    pub(super) count: usize,
    pub(super) here: Vec3s<Eight>,
}

impl<'a> Neighbours<'a> {
    #[inline(always)]
    pub(super) fn eights(self, point: usize) -> Eights<'a> {
        let [x, y, z, _] = self.positions[point].map(eight);
        Eights {
            point,
            count: self.counts[point] as usize,
            here: Vec3s { x, y, z },
            all: self,
        }
    }
}

impl Eights<'_> {
    /// The first neighbour of each group of eight.
    #[inline(always)]
    pub(super) fn firsts(&self) -> impl Iterator<Item = usize> {
        (0..self.count).step_by(EIGHT)
    }

    /// A group of eight neighbours. It is inlined, so that nothing of it goes through memory.
    #[inline(always)]
    pub(super) fn group(&self, first: usize) -> EightNeighbours {
        let all = &self.all;
        let index = self.indices(first);
        let rows = components_of_eight(all.positions.gather(index));
        let separation = self.here - Vec3s::of(rows);
        let (r, one) = (separation.length(), eight(1.0));
        let u = (one - r * eight(all.params.inverse_radius)).fast_max(Eight::ZERO);
        let present = LANE_NUMBERS.simd_lt(eight((self.count - first) as i32 as f32));
        EightNeighbours {
            index,
            volume: rows[3],
            direction: separation * (one / r.fast_max(eight(TINY))),
            u: u & present,
        }
    }

    /// The indices of eight neighbours.
    #[inline(always)]
    pub(super) fn indices(&self, first: usize) -> Indices<EIGHT> {
        let (all, point) = (&self.all, self.point);
        let at = first / 4 * all.params.count as usize + point;
        let [a, b, c, d] = unpack_four(all.neighbours[at]);
        let [e, f, g, h] = if first + 4 < self.count {
            unpack_four(all.neighbours[at + all.params.count as usize])
        } else {
            [point as u32; 4]
        };
        Indices::new([a, b, c, d, e, f, g, h], all.params.count)
    }
}

/// The number of each lane.
const LANE_NUMBERS: Eight = Eight::new([0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);

/// Four grid indices in three words: 24 bits each, the fourth in the top bytes of the others.
#[inline(always)]
fn unpack_four([a, b, c]: [u32; 3]) -> [u32; 4] {
    let fourth = (a >> 24) | (b >> 24 << 8) | (c >> 24 << 16);
    [a & 0xff_ffff, b & 0xff_ffff, c & 0xff_ffff, fourth]
}
