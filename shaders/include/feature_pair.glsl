// The candidate pair of two features, without its distances. Needs "ties.glsl", "feature_keys.glsl" and `beside`.

// What of a triangle is its own; an edge, too, beyond which the point is: with the triangle there it is no pair.
uint own_parts(uint point, uint owns, uvec3 beside) {
    for (uint k = 0; k < 3; ++k) {
        if (beside[k] == NONE || group_of(beside[k]) == group_of(point)) owns |= 8u << k;
    }
    return owns;
}

Pair parts_of(uvec2 of, uvec4 one, uvec4 other, uint key) {
    if (key < 6) {
        const uvec4 corners = point_corners(one, other, key);
        const uvec4 around = FETCH(beside, key < 3 ? of.y : of.x);
        return Pair(corners, around, POINT_TRIANGLE, 0.0, 0.0, own_parts(corners.x, key < 3 ? other.w : one.w, around.xyz));
    }
    const uint kind = one.z == NONE || other.z == NONE ? STRAND_EDGE : EDGE_EDGE;
    const uint edge = key - 6;
    const uvec2 mine = uvec2(one[(edge % 3 + 2) % 3], FETCH(beside, of.x)[edge % 3]);
    const uvec2 its = uvec2(other[(edge / 3 + 2) % 3], FETCH(beside, of.y)[edge / 3]);
    return Pair(edge_corners(one, other, edge), uvec4(mine, its), kind, 0.0, 0.0, 0);
}
