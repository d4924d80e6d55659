// The trajectories of a pair's corners in a substep. The pass fetches `position` and `displacement`, and includes "deformable_contact.glsl".

// Places are seen from that of the first corner at the start.
vec3 origin;
vec3 at_start[4];
vec3 way[4];

void load_ways(uvec4 corners) {
    [[unroll]] for (uint k = 0; k < 4; ++k) way[k] = FETCH(displacement, corners[k]).xyz;
}

void load_places(uvec4 corners) {
    origin = FETCH(position, corners.x).xyz;
    [[unroll]] for (uint k = 0; k < 4; ++k) at_start[k] = FETCH(position, corners[k]).xyz - origin;
}

// The most that the parts can near each other.
float closing(uint kind) {
    const vec3 from_a = vec3(distance(way[1], way[0]), distance(way[2], way[0]), distance(way[3], way[0]));
    if (kind == POINT_TRIANGLE) return max(from_a.x, max(from_a.y, from_a.z));
    return max(max(from_a.y, from_a.z), max(distance(way[2], way[1]), distance(way[3], way[1])));
}

Nearest nearest_at(uint kind, float time) {
    vec3 x[4];
    [[unroll]] for (uint k = 0; k < 4; ++k) x[k] = at_start[k] + time * way[k];
    return nearest(kind, x);
}

// When the parts, `apart` between their nearest points at `time`, come as near as `left` at the earliest; 1 if later. Convex parts come no closer
// than along that line, which rounding leaves no direction where they all but touch.
float meeting(uint kind, vec3 apart, float time, float left) {
    const float l = length(apart);
    const vec3 n = apart / l;
    float at[4];
    float rate[4];
    [[unroll]] for (uint k = 0; k < 4; ++k) {
        rate[k] = dot(n, way[k]);
        at[k] = dot(n, at_start[k]) + time * rate[k];
    }
    float along = 1.0 - time;
    bool apart_along = true;
    [[unroll]] for (uint a = 0; a < 2; ++a) {
        [[unroll]] for (uint b = 1; b < 4; ++b) {
            if (kind == POINT_TRIANGLE ? a > 0 : b < 2) continue;
            const float nearing = rate[b] - rate[a];
            if (nearing > 0.0) along = min(along, (at[a] - at[b] - left) / nearing);
            if (at[a] - at[b] < 0.999 * l) apart_along = false;
        }
    }
    const float anyhow = (l - left) / closing(kind);
    return min(1.0, time + (apart_along ? max(along, anyhow) : anyhow));
}
