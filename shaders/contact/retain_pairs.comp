#version 460
#extension GL_GOOGLE_include_directive : require
// One pair that was known, where pairs are sought only around what strays: it is one of those that are found if neither of its elements is fresh. First
// come those that could push lately.
#include "bindings/contact/retain_pairs.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (stale[STALE_PAIRS] == 0 || state[0].whole != 0 || i >= state[0].pairs) return;
    FoundPair one = known[i];
    const uint element = one.element % params.count;
    if ((fresh[element] | fresh[one.key / 16]) != 0) return;
    one.element = near[i] > 0.0 ? element : params.count + element;
    atomicAdd(counts[one.element], 1);
    found[atomicAdd(state[0].found, 1)] = one;
}
