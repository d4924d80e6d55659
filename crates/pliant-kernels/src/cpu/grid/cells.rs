//! CPU implementation of `shaders/grid/cells.glsl`.

use glam::{IVec3, Vec3};
use pliant_passes::types::{FARTHEST_CELL, GridParams};

/// Cells of the grid and the buckets that they hash into.
pub(crate) trait Cells {
    fn cell_of(&self, x: Vec3) -> IVec3;
    /// One coordinate of the cell of a position, of which `x` is that coordinate.
    fn cell_along(&self, axis: usize, x: f32) -> i32;
    /// The first bucket of the cells of one y and z.
    fn row_of(y: i32, z: i32) -> u32;
    fn bucket(&self, x: i32, row: u32) -> usize;
    fn bucket_of(&self, cell: IVec3) -> usize;
}

impl Cells for GridParams {
    fn cell_of(&self, x: Vec3) -> IVec3 {
        let along = |axis: usize| self.cell_along(axis, x[axis]);
        IVec3::new(along(0), along(1), along(2))
    }

    #[inline]
    fn cell_along(&self, axis: usize, x: f32) -> i32 {
        let x = (x * self.inverse[axis]).clamp(-FARTHEST_CELL, FARTHEST_CELL);
        // As `floor`, which is a call of a function on processors without an instruction for it.
        x as i32 - i32::from((x as i32) as f32 > x)
    }

    fn row_of(y: i32, z: i32) -> u32 {
        let row = (y as u32)
            .wrapping_mul(0x9e37_79b1)
            .wrapping_add((z as u32).wrapping_mul(0x85eb_ca77));
        let row = (row ^ (row >> 15)).wrapping_mul(0x2c1b_3c6d);
        row ^ (row >> 13)
    }

    fn bucket(&self, x: i32, row: u32) -> usize {
        ((x as u32).wrapping_add(row) & (self.buckets - 1)) as usize
    }

    fn bucket_of(&self, cell: IVec3) -> usize {
        self.bucket(cell.x, Self::row_of(cell.y, cell.z))
    }
}
