// Feature pairs of two surface elements, by a key. 0 to 2: a corner of the first and the triangle of the second. 3 to 5: a corner of
// the second and the triangle of the first. From 6 on: an edge of each.

uvec4 point_corners(uvec4 one, uvec4 other, uint key) {
    return key < 3 ? uvec4(one[key], other.xyz) : uvec4(other[key - 3], one.xyz);
}

uvec4 edge_corners(uvec4 one, uvec4 other, uint key) {
    return uvec4(one[key % 3], one[(key + 1) % 3], other[key / 3], other[(key / 3 + 1) % 3]);
}
