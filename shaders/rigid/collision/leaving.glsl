// Where a segment leaves a face of the other shape on which it lies. Needs "shapes.glsl" and "candidates.glsl".

// The distance of a point of a segment to the other shape.
struct Sample {
    // 0 at the segment's beginning, 1 at its end.
    float fraction;
    float distance;
    // Derivative of the distance by the fraction.
    float slope;
};

// The search for the point where a segment leaves a face. The slope of the distance is constant on the face and rises beyond it, so bisection
// finds the fraction.
struct Leaving {
    // Fractions on the face and beyond it; equal if there is nothing to find.
    vec2 bracket;
    // The same of the search that follows.
    vec2 next;
    // Where the search begins, and the slope and the surface at the last fraction that is on the face.
    float begin;
    float slope;
    Surface met;
    // Steps that are left, LEAVING_STEPS + 1 at first.
    uint steps;
};

// The searches for where a segment leaves a face on which its beginning or its end lies, or the part of it between `first` and `last`.
// `slopes`: those at both ends.
Leaving leaving_of(vec2 slopes, float steep, float first, float last) {
    const vec2 to_end = slopes.y > steep && slopes.x <= steep && last < 1.0 ? vec2(last, 1.0) : vec2(0.0);
    const vec2 to_beginning = slopes.x < -steep && slopes.y >= -steep && first > 0.0 ? vec2(first, 0.0) : vec2(0.0);
    return Leaving(to_end, to_beginning, 0.0, 0.0, Surface(0.0, vec3(0.0)), 0);
}

// Begins the next search if none is in progress. Returns whether there is one.
bool has_search(inout Leaving leaving) {
    if (leaving.steps > 0) return true;
    const bool to_end = leaving.bracket.x != leaving.bracket.y;
    const vec2 bracket = to_end ? leaving.bracket : leaving.next;
    leaving = Leaving(bracket, to_end ? leaving.next : vec2(0.0), bracket.x, 0.0, Surface(0.0, vec3(0.0)), LEAVING_STEPS + 1);
    return bracket.x != bracket.y;
}

// The fraction at the next sample.
float next_fraction(Leaving leaving) {
    return leaving.steps > LEAVING_STEPS ? leaving.bracket.x : 0.5 * (leaving.bracket.x + leaving.bracket.y);
}

// Proceeds by a sample. `l`: length of the segment. Returns whether the search ends, at the bracket's first fraction.
bool leave(inout Leaving leaving, Sample found, Surface met, float l, float within) {
    const float slope = sign(leaving.bracket.y - leaving.bracket.x) * found.slope;
    const bool begins = leaving.steps-- > LEAVING_STEPS;
    if (begins) leaving.slope = slope;
    if (begins && (slope > LYING_SLOPE * l || found.distance >= margin)) return true;
    if (begins || slope - leaving.slope <= LYING_BEND * l) {
        leaving.bracket.x = found.fraction;
        leaving.met = met;
    } else leaving.bracket.y = found.fraction;
    return leaving.steps == 0 || abs(leaving.bracket.y - leaving.bracket.x) * l < within;
}
