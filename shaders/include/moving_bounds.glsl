// Moving boxes of a BVH whose pool is fetched as `nodes`, with three vectors a box.

MovingBounds moving_box(uint node) {
    const vec4 a = FETCH(nodes, 3 * node);
    const vec4 b = FETCH(nodes, 3 * node + 1);
    const vec4 c = FETCH(nodes, 3 * node + 2);
    return MovingBounds(a.xyz, vec3(a.w, b.xy), vec3(b.zw, c.x), c.yzw);
}

// Whether both come close to each other at some time until the next search.
bool overlap(MovingBounds one, MovingBounds other) {
    const vec3 low = one.low + min(one.slow - other.fast, vec3(0.0));
    const vec3 high = one.high + max(one.fast - other.slow, vec3(0.0));
    return all(lessThanEqual(low, other.high)) && all(lessThanEqual(other.low, high));
}
