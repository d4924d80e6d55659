//! CPU implementations of `shaders/grid/` and of `shaders/include/grid.glsl`.

mod find_neighbours;
mod list_points;
mod order_points;
mod sort_neighbours;

pub(crate) use find_neighbours::find_neighbours;
pub(crate) use list_points::list_points;
pub(crate) use order_points::order_points;
pub(crate) use sort_neighbours::sort_neighbours;

use glam::{IVec3, Vec3};
use pliant_passes::types::GridParams;

/// All cells further out are one.
const FARTHEST: f32 = 1_073_741_824.0;

/// Cells of the grid and the buckets that they hash into.
pub(crate) trait Cells {
    fn cell_of(&self, x: Vec3) -> IVec3;
    /// The first bucket of the cells of one y and z.
    fn row_of(y: i32, z: i32) -> u32;
    fn bucket(&self, x: i32, row: u32) -> usize;
    fn bucket_of(&self, cell: IVec3) -> usize;
}

impl Cells for GridParams {
    fn cell_of(&self, x: Vec3) -> IVec3 {
        let cell = (x * Vec3::from(self.inverse)).floor();
        cell.clamp(Vec3::splat(-FARTHEST), Vec3::splat(FARTHEST))
            .as_ivec3()
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
