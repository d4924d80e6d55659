// Velocities from displacements over a substep. Needs `frame`.

// A change over a substep, per second. GLSL's division may err by 2.5 units in the last place [Vulkan, precision of SPIR-V
// instructions], and errs to the same side in every substep, so momentum would grow or shrink. Products with both parts of 1/h err
// to either side.
vec3 per_second(vec3 change) { return change * frame[0].rate.x + change * frame[0].rate.y; }
