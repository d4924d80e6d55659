#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One pair that was found, where they all fit: to its place behind those of earlier elements.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Stale { uint stale[]; };
layout(set = 0, binding = 1, scalar) readonly buffer States { TouchState state[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Found { FoundPair found[]; };
layout(set = 0, binding = 4, scalar) writeonly buffer Pairs { Pair pairs[]; };

void main() {
    const uint i = gl_GlobalInvocationID.x;
    const uint all = state[0].found;
    if (stale[0] == 0 || all > params.capacity || i >= all) return;
    const FoundPair one = found[i];
    pairs[starts[one.element] + one.rank] = one.pair;
}
