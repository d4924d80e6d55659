// The candidate pair of two features, without its gap and reach. Needs "feature_keys.glsl", `beside` and `groups`.

// The feature pair of the elements `of` with a key.
Pair features_of(uvec2 of, uvec4 one, uvec4 other, uint key) {
    if (key < 6) {
        const bool first = key < 3;
        const uvec4 around = FETCH(beside, first ? of.y : of.x);
        return Pair(point_corners(one, other, key), around, POINT_TRIANGLE, 0.0, 0.0, first ? other.w : one.w);
    }
    const uint kind = is_triangle(one) && is_triangle(other) ? EDGE_EDGE : STRAND_EDGE;
    const uint edge = key - 6;
    const uvec2 own = uvec2(one[(edge % 3 + 2) % 3], FETCH(beside, of.x)[edge % 3]);
    const uvec2 others = uvec2(other[(edge / 3 + 2) % 3], FETCH(beside, of.y)[edge / 3]);
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
