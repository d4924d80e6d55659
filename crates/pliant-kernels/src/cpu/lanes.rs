//! Four invocations at a time: single-precision numbers and vectors in SIMD lanes.
//!
//! Each lane does what a scalar loop does, operation by operation, so results do not depend on which lane an item is in.

use std::ops::{Add, AddAssign, Mul, Sub};
use wide::f32x4;

/// Items that are computed at a time.
pub(crate) const LANES: usize = 4;

/// A number in each lane.
pub(crate) type Lanes = f32x4;

/// A vector in each lane.
#[derive(Clone, Copy)]
pub(crate) struct Vec3s {
    pub(crate) x: Lanes,
    pub(crate) y: Lanes,
    pub(crate) z: Lanes,
}

impl Vec3s {
    pub(crate) const ZERO: Self = Self {
        x: f32x4::ZERO,
        y: f32x4::ZERO,
        z: f32x4::ZERO,
    };

    /// The first three of four components.
    #[inline(always)]
    pub(crate) fn of([x, y, z, _]: [Lanes; 4]) -> Self {
        Self { x, y, z }
    }

    #[inline(always)]
    pub(crate) fn dot(self, other: Self) -> Lanes {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    #[inline(always)]
    pub(crate) fn length(self) -> Lanes {
        self.dot(self).sqrt()
    }

    /// The sum over all lanes, in a fixed order.
    #[inline(always)]
    pub(crate) fn sum(self) -> glam::Vec3 {
        glam::Vec3::new(sum(self.x), sum(self.y), sum(self.z))
    }

    /// The vector of each lane, with a fourth component of 0.
    #[inline(always)]
    pub(crate) fn rows(self) -> [Lanes; 4] {
        f32x4::transpose([self.x, self.y, self.z, f32x4::ZERO])
    }
}

impl Add for Vec3s {
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

impl AddAssign for Vec3s {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Vec3s {
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

impl Mul<Lanes> for Vec3s {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: Lanes) -> Self {
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

/// A value for each lane.
#[inline(always)]
pub(crate) fn lanes(mut value: impl FnMut(usize) -> f32) -> Lanes {
    f32x4::new([value(0), value(1), value(2), value(3)])
}

/// The sum over all lanes, in a fixed order. `f32x4::reduce_add` has another one on each processor.
#[inline(always)]
pub(crate) fn sum(lanes: Lanes) -> f32 {
    let [a, b, c, d] = lanes.to_array();
    (a + b) + (c + d)
}
