#version 460
#extension GL_GOOGLE_include_directive : require
// One pair that was found: to its place behind those of earlier elements, and of its element's those with a lower key. It is counted at its particles.
#include "bindings/contact/sort_pairs.glsl"
// Pairs of each particle.

#include "features.glsl"
#include "ties.glsl"
#include "feature_keys.glsl"
#include "feature_pair.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (stale[0] == 0 || i >= state[0].pairs) return;
    const FoundPair one = found[i];
    const uint first = starts[one.element];
    const uint last = starts[one.element + 1];
    uint rank = 0;
    for (uint k = first; k < last; ++k) rank += FETCH(keys, k).x < one.key ? 1 : 0;
    const uvec2 of = uvec2(one.element % params.count, one.key / 16);
    const Pair pair = parts_of(of, FETCH(elements, of.x), FETCH(elements, of.y), one.key % 16);
    known[first + rank] = one;
    corners[first + rank] = pair.corners;
    around[first + rank] = pair.around;
    manners[first + rank] = uvec4(pair.kind, floatBitsToUint(vec2(one.gap, one.reach)), pair.owns);
    [[unroll]] for (uint k = 0; k < 4; ++k) atomicAdd(counts[pair.corners[k]], 1);
}
