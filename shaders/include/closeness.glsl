// What all pairs of two surface elements have in common.

// Of two elements: whether they belong to one body, the gap that their parts keep at most and at least, and how far those may
// near each other until pairs are sought again.
struct Closeness {
    bool same;
    float gap;
    float least;
    float far;
    // How far one's parts may go beside the other's: that less their way together or apart.
    vec3 way;
    float beside;
};

// How far parts may go across what leads from one to the other.
float sideways(Closeness close, vec3 apart) {
    const float along = dot(close.way, apart);
    return close.beside + sqrt(max(dot(close.way, close.way) - along * along / max(dot(apart, apart), 1e-30), 0.0));
}

// How near the parts of two elements must be for now.
Closeness closeness(uint e, uint body, uint other, uint others) {
    const vec4 speed = FETCH(speeds, e);
    const vec4 others_speed = FETCH(speeds, other);
    const float gap = bodies[body].half_thickness + bodies[others].half_thickness;
    const float slack = bodies[body].slack + bodies[others].slack;
    const vec3 way = TOUCH_AHEAD * (speed.xyz - others_speed.xyz);
    const float own = slack + TOUCH_AHEAD * (speed.w + others_speed.w);
    return Closeness(body == others, gap, 1e-3 * slack, own + length(way), way, own);
}
