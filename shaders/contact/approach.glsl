// How far the features of two surface elements can approach each other before the next search. Needs `bodies` and `spreads`.

struct Closeness {
    // Whether both elements belong to one body.
    bool same;
    // The gap of their features, at most and at least.
    float gap;
    float least;
    // The ways that both are expected to go, on which they may stop anywhere, and how far their corners may deviate from these,
    // together.
    vec3 way;
    vec3 other_way;
    float deviation;
};

// How close the features of two elements must be for a candidate, by their bodies and their expected motion.
Closeness closeness(uvec2 of, uint body, uint other) {
    const vec4 own = FETCH(spreads, of.x);
    const vec4 others = FETCH(spreads, of.y);
    const float gap = bodies[body].half_thickness + bodies[other].half_thickness;
    const float least = 1e-3 * (bodies[body].allowance + bodies[other].allowance);
    return Closeness(body == other, gap, least, own.xyz, others.xyz, own.w + others.w);
}

// The same for the features of this key: from 3 to 5 the second element comes first.
Closeness turned(Closeness close, uint key) {
    const vec3 way = close.way;
    const bool turns = key > 2 && key < 6;
    close.way = turns ? close.other_way : way;
    close.other_way = turns ? way : close.other_way;
    return close;
}

// How far features may approach each other. `separation` leads from the second to the first: convex features come no closer than
// along that.
float approach_along(Closeness close, vec3 separation) {
    const float l = length(separation);
    if (l == 0.0) return close.deviation + length(close.way) + length(close.other_way);
    return close.deviation + (max(0.0, -dot(close.way, separation)) + max(0.0, dot(close.other_way, separation))) / l;
}

float across(vec3 way, vec3 separation) {
    const float along = dot(way, separation);
    return sqrt(max(dot(way, way) - along * along / max(dot(separation, separation), 1e-30), 0.0));
}

// How far features may move across what leads from one to the other.
float sideways(Closeness close, vec3 separation) {
    return close.deviation + across(close.way, separation) + across(close.other_way, separation);
}
