#version 460
#extension GL_GOOGLE_include_directive : require
// One workgroup: each invocation sums its block of the counts, then writes the starts of that block.
#include "bindings/build/scan_counts.glsl"

shared uint sums[WORKGROUP];

void main() {
    const uint block = (params.count + WORKGROUP - 1) / WORKGROUP;
    const uint first = min(gl_LocalInvocationIndex * block, params.count);
    const uint last = min(first + block, params.count);
    uint sum = 0;
    for (uint i = first; i < last; ++i) sum += counts[i];
    sums[gl_LocalInvocationIndex] = sum;
    barrier();
    uint start = 0;
    for (uint k = 0; k < gl_LocalInvocationIndex; ++k) start += sums[k];
    for (uint i = first; i < last; ++i) {
        starts[i] = start;
        start += counts[i];
    }
    if (gl_LocalInvocationIndex == WORKGROUP - 1) starts[params.count] = start;
}
