#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: writes its link ends into slots, interleaved within a slice.
// Padding slots refer to the particle itself.

#include "bindings/build/fill_slots.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const uint width = (slices[i / SLICE + 1] - slices[i / SLICE]) / SLICE;
    for (uint k = 0; k < width; ++k) {
        LinkEnd slot = LinkEnd(i, 0.0);
        if (starts[i] + k < starts[i + 1]) {
            const uvec3 entry = entries[starts[i] + k];
            const Link link = links[entry.x];
            slot = LinkEnd((entry.y == 0 ? link.b : link.a) | (link.material % MATERIALS) << 30, link.rest);
        }
        slots[slices[i / SLICE] + k * SLICE + i % SLICE] = slot;
    }
}
