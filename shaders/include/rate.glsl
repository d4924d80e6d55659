// Velocities from displacements over a substep. Needs `frame`.

// A change over a substep, per second. GLSL's division may err by 2.5 units in the last place [Vulkan, precision of SPIR-V
// instructions], and errs to the same side in every substep, so momentum would grow or shrink. A step of Newton's method leaves
// the error of rounding, which goes either way.
vec3 per_second(vec3 change) {
    const float h = frame[0].h;
    const precise vec3 rate = change / h;
    const precise vec3 left = fma(vec3(-h), rate, change);
    return rate + left / h;
}
