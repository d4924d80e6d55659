#version 460
#extension GL_GOOGLE_include_directive : require
// One workgroup: sums its block of counts, for the starts of the blocks after it.
#include "bindings/build/sum_counts.glsl"

shared uint sum;

void main() {
    // An indirect dispatch may have more workgroups than there are blocks.
    if (SCAN_BLOCK * gl_WorkGroupID.x > params.count) return;
    const uint first = SCAN_BLOCK * gl_WorkGroupID.x + gl_LocalInvocationIndex;
    const uint last = min(SCAN_BLOCK * (gl_WorkGroupID.x + 1), params.count);
    if (gl_LocalInvocationIndex == 0) sum = 0;
    barrier();
    uint own = 0;
    for (uint i = first; i < last; i += WORKGROUP) own += counts[i];
    atomicAdd(sum, own);
    barrier();
    if (gl_LocalInvocationIndex == 0) sums[gl_WorkGroupID.x] = sum;
}
