// Feature pairs of two surface elements, by a key. 0 to 2: a corner of the first and the triangle of the second. 3 to 5: a corner
// of the second and the triangle of the first. From 6 on: an edge of each.

bool is_point(uvec4 element) { return element.x == element.y; }

bool is_triangle(uvec4 element) { return element.z != NONE; }

// Bit k where bit k of `own` is set and bit j of `others` is, for each j in its own group of three.
uint each_with(uint own, uint others) {
    return ((others & 1u) != 0 ? own : 0) | ((others & 2u) != 0 ? own << 3 : 0) | ((others & 4u) != 0 ? own << 6 : 0);
}

// Bits of the feature pairs of two elements that exist, by key.
uint feature_keys(uvec4 one, uvec4 other) {
    const uint vertices = (is_triangle(other) ? one.w & 7u : 0) | (is_triangle(one) ? (other.w & 7u) << 3 : 0);
    // A point collides with the edges of a triangle by the triangle.
    const bool skip = (is_point(one) && is_triangle(other)) || (is_point(other) && is_triangle(one));
    return vertices | (skip ? 0 : each_with((one.w >> 3) & 7u, (other.w >> 3) & 7u) << 6);
}

uvec4 point_corners(uvec4 one, uvec4 other, uint key) {
    return key < 3 ? uvec4(one[key], other.xyz) : uvec4(other[key - 3], one.xyz);
}

uvec4 edge_corners(uvec4 one, uvec4 other, uint key) {
    return uvec4(one[key % 3], one[(key + 1) % 3], other[key / 3], other[(key / 3 + 1) % 3]);
}

// The feature pair of the elements `of` with a key.
Pair features_of(uvec2 of, uvec4 one, uvec4 other, uint key) {
    if (key < 6) {
        const bool first = key < 3;
        const uvec4 around = FETCH(adjacent, first ? of.y : of.x);
        return Pair(point_corners(one, other, key), around, POINT_TRIANGLE, 0.0, 0.0, first ? other.w : one.w);
    }
    const uint kind = is_triangle(one) && is_triangle(other) ? EDGE_EDGE : STRAND_EDGE;
    const uint edge = key - 6;
    const uvec2 own = uvec2(one[(edge % 3 + 2) % 3], FETCH(adjacent, of.x)[edge % 3]);
    const uvec2 others = uvec2(other[(edge / 3 + 2) % 3], FETCH(adjacent, of.y)[edge / 3]);
    return Pair(edge_corners(one, other, edge), uvec4(own, others), kind, 0.0, 0.0, 0);
}

// What a triangle owns against the vertex of a pair: also an edge beyond which the vertex is, since it is no pair with the
// triangle there.
uint owned_by(Pair pair) {
    uint owns = pair.owns;
    [[unroll]] for (uint k = 0; k < 3; ++k) {
        const uint corner = pair.around[k];
        if (corner == NONE || groups[corner] == groups[pair.corners.x]) owns |= 8u << k;
    }
    return pair.kind == POINT_TRIANGLE ? owns : pair.owns;
}
