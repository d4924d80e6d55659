// What all pairs of two surface elements have in common.

// Of two elements: whether they belong to one body, the gap that their parts keep at most and at least, and how far those may
// near each other until pairs are sought again.
struct Closeness {
    bool same;
    float gap;
    float least;
    float far;
};

// How near the parts of two elements must be for now.
Closeness closeness(uint e, uint body, uint other, uint others) {
    const vec4 speed = speeds[e];
    const vec4 others_speed = speeds[other];
    const float gap = bodies[body].half_thickness + bodies[others].half_thickness;
    const float slack = bodies[body].slack + bodies[others].slack;
    const float nearing = distance(speed.xyz, others_speed.xyz) + speed.w + others_speed.w;
    return Closeness(body == others, gap, 1e-3 * slack, slack + TOUCH_AHEAD * nearing);
}
