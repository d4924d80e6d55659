//! Axis-aligned bounding boxes.

use glam::{Mat4, Vec3};

/// An axis-aligned bounding box, m.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// Smallest corner.
    pub min: Vec3,
    /// Largest corner.
    pub max: Vec3,
}

impl Bounds {
    /// The empty box. Joining it with another box gives the other box.
    pub const EMPTY: Self = Self {
        min: Vec3::INFINITY,
        max: Vec3::NEG_INFINITY,
    };

    /// The box between two corners.
    #[must_use]
    pub fn new(min: Vec3, max: Vec3) -> Self {
        Self { min, max }
    }

    /// The box around points.
    #[must_use]
    pub fn around(points: impl IntoIterator<Item = Vec3>) -> Self {
        points
            .into_iter()
            .fold(Self::EMPTY, |b, p| Self::new(b.min.min(p), b.max.max(p)))
    }

    /// The box around two boxes.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Self::new(self.min.min(other.min), self.max.max(other.max))
    }

    /// Whether the box is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.min.cmpgt(self.max).any()
    }

    /// The box around this box after a transform.
    #[must_use]
    pub fn transformed(&self, matrix: Mat4) -> Self {
        if self.is_empty() {
            return *self;
        }
        Self::around(self.corners().map(|c| matrix.transform_point3(c)))
    }

    /// The eight corners.
    #[must_use]
    pub fn corners(&self) -> [Vec3; 8] {
        std::array::from_fn(|i| {
            let pick = |bit: usize, axis: usize| {
                if i & bit == 0 {
                    self.min[axis]
                } else {
                    self.max[axis]
                }
            };
            Vec3::new(pick(1, 0), pick(2, 1), pick(4, 2))
        })
    }

    /// The centre; the origin for an empty box.
    #[must_use]
    pub fn center(&self) -> Vec3 {
        if self.is_empty() {
            Vec3::ZERO
        } else {
            (self.min + self.max) / 2.0
        }
    }

    /// Distance from the centre to a corner, m.
    #[must_use]
    pub fn radius(&self) -> f32 {
        self.size().length() / 2.0
    }

    /// Extent along each axis, m.
    #[must_use]
    pub fn size(&self) -> Vec3 {
        if self.is_empty() {
            Vec3::ZERO
        } else {
            self.max - self.min
        }
    }
}
