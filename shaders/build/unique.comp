#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle: the links it owns, each pair once; the kind that was found first in STRETCH, SHEAR, BEND wins.
layout(push_constant, scalar) uniform Params { FillParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Candidates { uvec3 candidates[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Rests { vec4 rest[]; };
layout(set = 0, binding = 3, scalar) readonly buffer BodyOf { uint body_of[]; };
layout(set = 0, binding = 4, scalar) readonly buffer LinkStarts { uint link_starts[]; };
layout(set = 0, binding = 5, scalar) buffer Counts { uint counts[]; };
layout(set = 0, binding = 6, scalar) writeonly buffer Links { Link links[]; };

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    uint found = 0;
    uint previous = NONE;
    for (uint k = starts[i]; k < starts[i + 1]; ++k) {
        const uvec3 candidate = candidates[k];
        if (candidate.x == previous) continue;
        previous = candidate.x;
        if (params.fill != 0) {
            const float length = distance(rest[i].xyz, rest[candidate.x].xyz);
            links[link_starts[i] + found] = Link(i, candidate.x, length, MATERIALS * body_of[i] + candidate.y);
        }
        ++found;
    }
    counts[i] = found;
}
