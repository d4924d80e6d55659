// A plane between two features [CHL+25]. Needs "trajectories.glsl".

struct DivisionPlane {
    // How far corners of each feature may approach the plane at most, m, if they are nearest to it.
    vec2 rooms;
    // How far the plane moves away from each feature, m.
    vec2 shifts;
};

// For each corner: how much farther than the nearest corner it is from the other feature along a direction.
vec4 heights(uint kind, vec3 normal) {
    const uint first = first_corners(kind);
    float at[4];
    float lowest = 1e30;
    float highest = -1e30;
    [[unroll]] for (uint k = 0; k < 4; ++k) {
        at[k] = dot(normal, starts_at[k]);
        if (k < first) lowest = min(lowest, at[k]);
        else highest = max(highest, at[k]);
    }
    vec4 over;
    [[unroll]] for (uint k = 0; k < 4; ++k) over[k] = k < first ? at[k] - lowest : highest - at[k];
    return over;
}

// For each corner: how far it approaches the other feature along a direction.
vec4 approaches(uint kind, vec3 normal) {
    const uint first = first_corners(kind);
    vec4 towards;
    [[unroll]] for (uint k = 0; k < 4; ++k) towards[k] = (k < first ? -1.0 : 1.0) * dot(normal, moves_by[k]);
    return towards;
}

// The plane divides the distance by how far both features approach it, and gives way to corners that go where they are told. Where a
// feature moves away from the other one, the plane moves along, except in the last round: a plane at rest holds whatever else is
// truncated.
DivisionPlane divide(uint kind, vec3 normal, bool last) {
    const uint first = first_corners(kind);
    const vec4 towards = approaches(kind, normal);
    vec2 approach = vec2(0.0);
    vec2 driven = vec2(0.0);
    vec2 retreat = vec2(1e30);
    [[unroll]] for (uint k = 0; k < 4; ++k) {
        const uint side = k < first ? 0 : 1;
        approach[side] = max(approach[side], towards[k]);
        retreat[side] = min(retreat[side], -towards[k]);
        if (fixed_at[k]) driven[side] = max(driven[side], towards[k]);
    }
    const float apart = separation_at(kind, 0.0, normal);
    const float sum = approach.x + approach.y;
    const float fraction = sum > 0.0 ? clamp(approach.x / sum, LEAST_FRACTION, 1.0 - LEAST_FRACTION) : 0.5;
    const float room = min(max(fraction * apart, driven.x), apart - driven.y);
    const vec2 shifts = last ? vec2(0.0) : max(retreat.yx, vec2(0.0));
    return DivisionPlane(vec2(room, apart - room), shifts);
}

// The fractions of their displacements after which all corners are on their own sides of the plane.
vec4 limits_of(DivisionPlane plane, uint kind, vec3 normal, float band) {
    const uint first = first_corners(kind);
    const vec4 over = heights(kind, normal);
    const vec4 towards = approaches(kind, normal);
    vec4 fractions = vec4(1.0);
    [[unroll]] for (uint k = 0; k < 4; ++k) {
        const uint side = k < first ? 0 : 1;
        const float room = plane.rooms[side] + over[k] - 0.5 * band;
        const float shift = plane.shifts[side];
        if (fixed_at[k] || towards[k] <= max(shift + room, 0.0)) continue;
        const float allowed = shift + (1.0 - LEAST_GAP) * max(room, 0.0);
        fractions[k] = clamp(allowed / towards[k], 0.0, 1.0);
    }
    return fractions;
}
