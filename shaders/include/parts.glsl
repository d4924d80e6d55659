// Parts of two surface elements that may meet, by a key: from 0 on a corner of the first one and the second one's triangle, from 3 on a corner of
// the second one and the first one's triangle, from 6 on an edge of each.

uvec4 point_corners(uvec4 one, uvec4 other, uint key) {
    return key < 3 ? uvec4(one[key], other.xyz) : uvec4(other[key - 3], one.xyz);
}

uvec4 edge_corners(uvec4 one, uvec4 other, uint key) {
    return uvec4(one[key % 3], one[(key + 1) % 3], other[key / 3], other[(key / 3 + 1) % 3]);
}
