#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: its w, times the number of touches that press it (mass splitting). They are counted where they are others than before.
#include "bindings/contact/split_contact_masses.glsl"

float count(uint i) {
    float sum = 0.0;
    for (uint k = starts[i]; k < ends[i]; ++k) sum += FETCH(presses, FETCH(entries, k).x / 4).x;
    return sum;
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count || state[0].paired == 0 || stale[STALE_ROUNDS] < params.round) return;
    // Software drivers go through what is behind a condition even where it does not hold, but not through loops.
    for (; changed[i] != 0; changed[i] = 0) pressing[i] = count(i);
    share[i] = FETCH(velocity, i).w * pressing[i];
}
