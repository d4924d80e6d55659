#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle that stirs, where few do: its pairs are listed, each once, to detect touches among them anew.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) buffer States { TouchState state[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Entries { uint entries[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Stirrings { uint stirring[]; };
// When pairs were listed last.
layout(set = 0, binding = 4, scalar) buffer Marks { uint marks[]; };
layout(set = 0, binding = 5, scalar) buffer Calls { uvec3 calls[]; };
layout(set = 0, binding = 6, scalar) writeonly buffer Found { uint found[]; };

void main() {
    if (gl_GlobalInvocationID.x >= state[0].listed) return;
    const uint i = stirring[gl_GlobalInvocationID.x];
    const uint stamp = state[0].stamp;
    uint most = 0;
    for (uint k = starts[i]; k < starts[i + 1]; ++k) {
        const uint row = entries[k] / 4;
        if (atomicMax(marks[row], stamp) >= stamp) continue;
        const uint at = atomicAdd(state[0].stirred, 1);
        found[at] = row;
        most = at / WORKGROUP + 1;
    }
    if (most > 0) atomicMax(calls[CALLS_DETECT_PAIRS].x, most);
}
