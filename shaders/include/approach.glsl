// How far the features of two surface elements can approach each other before the next search.

// Of two elements: whether they belong to one body, the gap that their parts keep at most and at least, and how far those may
// go until pairs are sought again.
struct Closeness {
    bool same;
    float gap;
    float least;
    // The way of the first one's parts beyond that of the second one's, and how far they may go beside it.
    vec3 way;
    float beside;
};

// How far parts may near each other, `apart` leading from the second to the first: convex parts come no closer than along that.
float nearing(Closeness close, vec3 apart) {
    const float l = length(apart);
    return close.beside + (l > 0.0 ? max(0.0, -dot(close.way, apart) / l) : length(close.way));
}

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
    const float least = 1e-3 * (bodies[body].slack + bodies[others].slack);
    return Closeness(body == others, gap, least, speed.xyz - others_speed.xyz, speed.w + others_speed.w);
}

// What parts with this key have in common: from 3 to 5 the second element comes first.
Closeness turned(Closeness close, uint key) {
    close.way *= key > 2 && key < 6 ? -1.0 : 1.0;
    return close;
}
