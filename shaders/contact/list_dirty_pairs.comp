#version 460
#extension GL_GOOGLE_include_directive : require
// One particle that stirs, where few do: its pairs are listed, each once, to detect touches among them anew.
#include "bindings/contact/list_dirty_pairs.glsl"
// When pairs were listed last.

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
