// Velocities from displacements over a substep. Needs `frame`.

// The upper half of a number's digits: products of halves are exact.
float upper(float x) { return uintBitsToFloat(floatBitsToUint(x) & 0xFFFFF000u); }
vec3 upper(vec3 x) { return uintBitsToFloat(floatBitsToUint(x) & 0xFFFFF000u); }

// A displacement over a substep, per second. GLSL's division may err by 2.5 units in the last place [Vulkan, precision of SPIR-V
// instructions], and errs to the same side in every substep, so momentum would grow or shrink. A step of Newton's method leaves
// the error of rounding, which goes either way. What h · rate leaves of the displacement has to be exact for that; `fma` may be split.
vec3 per_second(vec3 displaced) {
    const float h = frame[0].h;
    const vec3 rate = displaced / h;
    const vec3 rate_upper = upper(rate);
    const vec3 rate_lower = rate - rate_upper;
    const float h_upper = upper(h);
    const float h_lower = h - h_upper;
    const precise vec3 left = ((displaced - h_upper * rate_upper) - h_upper * rate_lower - h_lower * rate_upper) - h_lower * rate_lower;
    return rate + left / h;
}
