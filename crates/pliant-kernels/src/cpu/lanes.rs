//! Four or eight items at a time: single-precision numbers and vectors in SIMD lanes.
//!
//! Each lane does what a scalar loop does, operation by operation, so results do not depend on which lane an item is in. Eight lanes
//! are two registers on a processor without AVX.

use bytemuck::cast;
use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};
use wide::{f32x4, f32x8};

/// Items that are computed at a time.
pub(crate) const LANES: usize = 4;

/// A number in each lane.
pub(crate) type Lanes = f32x4;

/// Items that passes over neighbours compute at a time.
pub(crate) const EIGHT: usize = 8;

/// A number in each of eight lanes.
pub(crate) type Eight = f32x8;

/// A number in each lane, of any count.
pub(crate) trait Numbers:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    const ZERO: Self;
    fn sqrt(self) -> Self;
    /// The sum over all lanes, in a fixed order. `reduce_add` of the library has another one on each processor.
    fn sum(self) -> f32;
}

/// Numbers of the library's type, with their sum.
macro_rules! numbers {
    ($name:ident, |$all:ident| $sum:expr) => {
        impl Numbers for $name {
            const ZERO: Self = Self::ZERO;

            #[inline(always)]
            fn sqrt(self) -> Self {
                self.sqrt()
            }

            #[inline(always)]
            fn sum(self) -> f32 {
                let $all = self;
                $sum
            }
        }
    };
}

numbers!(Lanes, |all| {
    let [a, b, c, d] = all.to_array();
    (a + b) + (c + d)
});
numbers!(Eight, |all| {
    let [low, high]: [Lanes; 2] = cast(all);
    Numbers::sum(low + high)
});

/// A vector in each lane.
#[derive(Clone, Copy)]
pub(crate) struct Vec3s<N = Lanes> {
    pub(crate) x: N,
    pub(crate) y: N,
    pub(crate) z: N,
}

impl<N: Numbers> Vec3s<N> {
    pub(crate) const ZERO: Self = Self {
        x: N::ZERO,
        y: N::ZERO,
        z: N::ZERO,
    };

    /// The first three of four components.
    #[inline(always)]
    pub(crate) fn of([x, y, z, _]: [N; 4]) -> Self {
        Self { x, y, z }
    }

    #[inline(always)]
    pub(crate) fn dot(self, other: Self) -> N {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    #[inline(always)]
    pub(crate) fn length(self) -> N {
        self.dot(self).sqrt()
    }

    #[inline(always)]
    pub(crate) fn cross(self, other: Self) -> Self {
        Self {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }

    /// The sum over all lanes, in a fixed order.
    #[inline(always)]
    pub(crate) fn sum(self) -> glam::Vec3 {
        glam::Vec3::new(self.x.sum(), self.y.sum(), self.z.sum())
    }
}

impl Vec3s {
    /// In each lane this vector where the mask is set, else the other one.
    #[inline(always)]
    pub(crate) fn where_set(self, mask: Lanes, other: Self) -> Self {
        Self {
            x: mask.select(self.x, other.x),
            y: mask.select(self.y, other.y),
            z: mask.select(self.z, other.z),
        }
    }

    /// The vector of each lane, with a fourth component of 0.
    #[inline(always)]
    pub(crate) fn rows(self) -> [Lanes; 4] {
        f32x4::transpose([self.x, self.y, self.z, f32x4::ZERO])
    }
}

impl<N: Numbers> Add for Vec3s<N> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self {
            x: self.x + other.x,
            y: self.y + other.y,
            z: self.z + other.z,
        }
    }
}

impl<N: Numbers> AddAssign for Vec3s<N> {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<N: Numbers> SubAssign for Vec3s<N> {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl<N: Numbers> Sub for Vec3s<N> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self {
            x: self.x - other.x,
            y: self.y - other.y,
            z: self.z - other.z,
        }
    }
}

impl<N: Numbers> Mul<N> for Vec3s<N> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: N) -> Self {
        Self {
            x: self.x * factor,
            y: self.y * factor,
            z: self.z * factor,
        }
    }
}

/// The components of four vectors, each component in lanes.
#[inline(always)]
pub(crate) fn components(vectors: [Lanes; LANES]) -> [Lanes; 4] {
    f32x4::transpose(vectors)
}

/// The components of eight vectors, each component in lanes.
#[inline(always)]
pub(crate) fn components_of_eight(vectors: [[f32; 4]; EIGHT]) -> [Eight; 4] {
    let [a, b, c, d, e, f, g, h] = vectors.map(Lanes::new);
    let (low, high) = (components([a, b, c, d]), components([e, f, g, h]));
    [0, 1, 2, 3].map(|axis| cast([low[axis], high[axis]]))
}

/// The same number in eight lanes. `f32x8::splat` goes through memory on processors without AVX.
#[inline(always)]
pub(crate) fn eight(number: f32) -> Eight {
    cast([Lanes::splat(number); 2])
}

/// A value for each lane.
#[inline(always)]
pub(crate) fn lanes(mut value: impl FnMut(usize) -> f32) -> Lanes {
    f32x4::new([value(0), value(1), value(2), value(3)])
}
