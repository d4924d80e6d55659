// The trajectories of a pair's corners in a substep: they move along straight lines. Needs "deformable_contact.glsl", `position`,
// `displacement` and `motions`.

// Positions are relative to that of the first corner at the start.
vec3 origin;
vec3 starts_at[4];
vec3 moves_by[4];
// Whether a corner goes where it is told: pinned, attached to a node, or of infinite mass.
bool fixed_at[4];

void load_trajectories(uvec4 of) {
    origin = FETCH(position, of.x).xyz;
    [[unroll]] for (uint k = 0; k < 4; ++k) {
        starts_at[k] = FETCH(position, of[k]).xyz - origin;
        const vec4 moves = FETCH(displacement, of[k]);
        moves_by[k] = moves.xyz;
        fixed_at[k] = moves.w == 0.0;
    }
}

// What coordinates of this size lose by rounding, m.
float rounding() { return COORDINATE_ROUNDING * max(abs(origin.x), max(abs(origin.y), abs(origin.z))); }

// A fluid's particle that was removed has a negative mass.
bool any_removed(uvec4 of) {
    return FETCH(position, of.x).w < 0.0 || FETCH(position, of.y).w < 0.0 || FETCH(position, of.z).w < 0.0
        || FETCH(position, of.w).w < 0.0;
}

vec3[4] positions_at(float time) {
    vec3 x[4];
    [[unroll]] for (uint k = 0; k < 4; ++k) x[k] = starts_at[k] + time * moves_by[k];
    return x;
}

Nearest nearest_at(uint kind, float time) { return nearest(kind, positions_at(time)); }

// The most that the features can approach each other.
float closing(uint kind) {
    const float first = max(distance(moves_by[0], moves_by[2]), distance(moves_by[0], moves_by[3]));
    if (kind == POINT_TRIANGLE) return max(distance(moves_by[0], moves_by[1]), first);
    return max(first, max(distance(moves_by[1], moves_by[2]), distance(moves_by[1], moves_by[3])));
}

// The separation of all corners along a direction.
float separation_at(uint kind, float time, vec3 normal) {
    const vec3 x[4] = positions_at(time);
    const vec4 at = vec4(dot(normal, x[0]), dot(normal, x[1]), dot(normal, x[2]), dot(normal, x[3]));
    if (kind == POINT_TRIANGLE) return min(at.x - at.y, min(at.x - at.z, at.x - at.w));
    return min(min(at.x - at.z, at.x - at.w), min(at.y - at.z, at.y - at.w));
}

// The earliest time at which the features, separated by `separation` at `time`, can be as close as `left`; 1 if later. Convex
// features come no closer than along the line of their nearest points.
float time_of_impact(uint kind, vec3 separation, float time, float left) {
    const float l = length(separation);
    const vec3 n = separation / l;
    float at[4];
    float rate[4];
    [[unroll]] for (uint k = 0; k < 4; ++k) {
        rate[k] = dot(n, moves_by[k]);
        at[k] = dot(n, starts_at[k]) + time * rate[k];
    }
    float along = 1.0 - time;
    bool separate = true;
    [[unroll]] for (uint a = 0; a < 2; ++a) {
        [[unroll]] for (uint b = 1; b < 4; ++b) {
            if (!are_opposite(kind, a, b)) continue;
            const float approach = rate[b] - rate[a];
            if (approach > 0.0) along = min(along, (at[a] - at[b] - left) / approach);
            // Rounding leaves the line no direction where the features almost coincide.
            separate = separate && at[a] - at[b] >= 0.999 * l;
        }
    }
    const float anyhow = (l - left) / closing(kind);
    return min(1.0, time + (separate ? max(along, anyhow) : anyhow));
}

// Whether no two features of a candidate can be as close as `least` in this substep, by their least distance on the expected trajectories
// and the largest deviations from these.
bool is_clear(uvec4 corners_of_pair, vec4 clearance, float least) {
    float most = 0.0;
    [[unroll]] for (uint k = 0; k < 4; ++k) most = max(most, FETCH(motions, corners_of_pair[k]).x);
    return clearance.x - 2.0 * most > least;
}
