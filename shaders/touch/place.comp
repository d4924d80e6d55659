#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One pair that was found: to its place behind those of earlier elements, and of its element's those with a lower key.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Stale { uint stale[]; };
layout(set = 0, binding = 1, scalar) readonly buffer States { TouchState state[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Keys { uint keys[]; };
layout(set = 0, binding = 4, scalar) readonly buffer Found { FoundPair found[]; };
layout(set = 0, binding = 5, scalar) writeonly buffer Corners { uvec4 corners[]; };
layout(set = 0, binding = 6, scalar) writeonly buffer Arounds { uvec4 around[]; };
layout(set = 0, binding = 7, scalar) writeonly buffer Manners { uvec4 manners[]; };

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (stale[0] == 0 || i >= state[0].pairs) return;
    const FoundPair one = found[i];
    const uint first = starts[one.element];
    const uint last = starts[one.element + 1];
    uint rank = 0;
    for (uint k = first; k < last; ++k) rank += keys[k] < one.key ? 1 : 0;
    const Pair pair = one.pair;
    corners[first + rank] = pair.corners;
    around[first + rank] = pair.around;
    manners[first + rank] = uvec4(pair.kind, floatBitsToUint(vec2(pair.gap, pair.reach)), pair.owns);
}
