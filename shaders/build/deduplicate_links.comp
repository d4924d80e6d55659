#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: writes each of its links once.
// Candidates of a pair are sorted by kind, so the first of STRETCH, SHEAR, BEND is used.
#include "bindings/build/deduplicate_links.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    uint found = 0;
    uint previous = NONE;
    for (uint k = starts[i]; k < starts[i + 1]; ++k) {
        const uvec3 candidate = candidates[k];
        if (candidate.x == previous) continue;
        previous = candidate.x;
        if (params.stage == LIST_FILL) {
            const float length = distance(rest[i].xyz, rest[candidate.x].xyz);
            links[link_starts[i] + found] = Link(i, candidate.x, length, MATERIALS * body_of[i] + candidate.y);
        }
        ++found;
    }
    counts[i] = found;
}
