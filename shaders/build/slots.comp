#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle: its ends of links as slots, interleaved within a slice; padding leads to the particle itself.

layout(push_constant, scalar) uniform Params { CountParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Entries { uvec3 entries[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Links { Link links[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Slices { uint slices[]; };
layout(set = 0, binding = 4, scalar) writeonly buffer Slots { LinkEnd slots[]; };

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
