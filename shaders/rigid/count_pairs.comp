#version 460
#extension GL_GOOGLE_include_directive : require
// One workgroup: counts its pairs by key. Counts of a key are next to each other, so their prefix sums are indices in the sorted list.
#include "bindings/rigid/count_pairs.glsl"

#include "rigid/pair_key.glsl"

shared uint sizes[COLORS + 1];

void main() {
    if (gl_LocalInvocationIndex < key_count()) sizes[gl_LocalInvocationIndex] = 0;
    barrier();
    const uint own = key(gl_GlobalInvocationID.x);
    if (own != NONE) atomicAdd(sizes[own], 1);
    barrier();
    if (gl_LocalInvocationIndex < key_count()) counts[gl_LocalInvocationIndex * gl_NumWorkGroups.x + gl_WorkGroupID.x] = sizes[gl_LocalInvocationIndex];
}
