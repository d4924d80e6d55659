// Cells of unbounded space, and the buckets that they hash into (docs/method.md §23). Needs `params`, a GridParams.

// Rounding is monotonic: a point between two others has a cell between theirs, at any distance from the origin.
ivec3 cell_of(vec3 x) {
    return ivec3(clamp(floor(x * params.inverse), -FARTHEST_CELL, FARTHEST_CELL));
}

// A row is all cells of one y and z. It begins at a hashed bucket; its cells are consecutive and wrap around the table.
uint row_of(ivec2 yz) {
    uint row = uint(yz.x) * 0x9e3779b1u + uint(yz.y) * 0x85ebca77u;
    row = (row ^ (row >> 15)) * 0x2c1b3c6du;
    return row ^ (row >> 13);
}

uint bucket_of(int x, uint row) { return (uint(x) + row) & (params.buckets - 1); }

uint bucket_of(ivec3 cell) { return bucket_of(cell.x, row_of(cell.yz)); }
