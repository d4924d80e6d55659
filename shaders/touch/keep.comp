#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One pair that was known, where pairs are sought only around what strays: it is one of those that are found if neither of its elements is fresh. First
// come those that could push lately.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Stale { uint stale[]; };
layout(set = 0, binding = 1, scalar) buffer States { TouchState state[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Knowns { FoundPair known[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Freshs { uint fresh[]; };
layout(set = 0, binding = 4, scalar) readonly buffer Nears { float near[]; };
layout(set = 0, binding = 5, scalar) buffer Counts { uint counts[]; };
layout(set = 0, binding = 6, scalar) writeonly buffer Found { FoundPair found[]; };

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
