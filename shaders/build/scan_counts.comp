#version 460
#extension GL_GOOGLE_include_directive : require
// One workgroup: writes the starts of its block of lists. They follow all blocks before, whose sums are known.
#include "bindings/build/scan_counts.glsl"

// Entries of all blocks before.
shared uint before;
// Entries up to and with those of each invocation.
shared uint scanned[WORKGROUP];

uint count_of(uint i) { return i < params.count ? counts[i] : 0; }

void sum_blocks_before() {
    uint own = 0;
    for (uint block = gl_LocalInvocationIndex; block < gl_WorkGroupID.x; block += WORKGROUP) own += sums[block];
    atomicAdd(before, own);
}

// Inclusive prefix sum over the invocations; each round adds what lies twice as far before.
void scan(uint own) {
    scanned[gl_LocalInvocationIndex] = own;
    barrier();
    for (uint step = 1; step < WORKGROUP; step *= 2) {
        const uint other = gl_LocalInvocationIndex >= step ? scanned[gl_LocalInvocationIndex - step] : 0;
        barrier();
        scanned[gl_LocalInvocationIndex] += other;
        barrier();
    }
}

void main() {
    // An indirect dispatch may have more workgroups than there are blocks.
    if (SCAN_BLOCK * gl_WorkGroupID.x > params.count) return;
    const uint each = SCAN_BLOCK / WORKGROUP;
    const uint first = SCAN_BLOCK * gl_WorkGroupID.x + each * gl_LocalInvocationIndex;
    if (gl_LocalInvocationIndex == 0) before = 0;
    barrier();
    sum_blocks_before();
    uint own = 0;
    for (uint i = first; i < first + each; ++i) own += count_of(i);
    scan(own);
    uint start = before + scanned[gl_LocalInvocationIndex] - own;
    // The last start is that of no list: the total.
    for (uint i = first; i < min(first + each, params.count + 1); ++i) {
        starts[i] = start;
        start += count_of(i);
    }
}
