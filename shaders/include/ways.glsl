// The way of a pair's corners through a substep. The pass fetches `position` and `moved`, and includes "touch.glsl".

vec3 at_start[4];
vec3 way[4];

void load_ways(uvec4 corners) {
    const vec3 origin = FETCH(position, corners.x).xyz;
    [[unroll]] for (uint k = 0; k < 4; ++k) {
        at_start[k] = FETCH(position, corners[k]).xyz - origin;
        way[k] = FETCH(moved, corners[k]).xyz;
    }
}

Nearest nearest_at(uint kind, float time) {
    vec3 x[4];
    [[unroll]] for (uint k = 0; k < 4; ++k) x[k] = at_start[k] + time * way[k];
    return nearest(kind, x);
}

// The most that the parts can near each other.
float closing(uint kind) {
    const vec3 from_a = vec3(length(way[1] - way[0]), length(way[2] - way[0]), length(way[3] - way[0]));
    if (kind == POINT_TRIANGLE) return max(from_a.x, max(from_a.y, from_a.z));
    return max(max(from_a.y, from_a.z), max(length(way[2] - way[1]), length(way[3] - way[1])));
}
