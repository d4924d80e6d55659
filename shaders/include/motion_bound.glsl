// Where a rigid body may be during a frame.

// Its points are within `reach` of where they were at the frame's start, displaced by the part of its displacement whose time has passed, m.
struct Expected {
    vec3 displacement;
    float reach;
};

// Where it is expected if it may deviate by this distance beyond the allowance.
Expected expected_within(MotionBound bound, float deviation) {
    const float speed = length(bound.displacement);
    if (speed > bound.allowance && deviation <= MOVES_ALONG * speed) return Expected(bound.displacement, bound.allowance + deviation);
    return Expected(vec3(0.0), bound.margin);
}

// A distance, m, as an integer, so that atomics find the largest of many invocations. It is rounded up to a quarter of its power of 2, so
// that drivers that round differently agree on it.
uint rounded_up(float distance) { return (floatBitsToUint(distance) >> 21) + 1; }

Expected expected(MotionBound bound) { return expected_within(bound, uintBitsToFloat(bound.deviation << 21)); }

// How far it may be from its start in any case, m.
float farthest(MotionBound bound) { return bound.margin + MOVES_ALONG * length(bound.displacement); }
