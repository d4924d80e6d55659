//! CPU implementations of `shaders/grid/`.

mod cells;
pub(super) mod find_neighbours;
pub(super) mod list_points;
pub(super) mod order_points;
pub(super) mod sort_neighbours;
