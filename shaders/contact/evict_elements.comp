#version 460
#extension GL_GOOGLE_include_directive : require
// Two elements that were known to be able to go through each other, where pairs are sought only around what strays: where either is fresh, they are
// found anew if they still are. What is found goes to the places that become vacant.
#include "bindings/contact/evict_elements.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (stale[STALE_PAIRS] == 0 || state[0].whole != 0 || i >= min(state[0].unparted, params.capacity)) return;
    const uvec2 of = unparted[i];
    // Software drivers go through what is behind a condition, but not through loops.
    const bool drops = of.x == NONE || (fresh[of.x] | fresh[of.y]) != 0;
    for (uint once = drops ? 1 : 0; once != 0; --once) {
        unparted[i] = uvec2(NONE);
        found[atomicAdd(state[0].vacant, 1)] = i;
    }
}
