#version 460
#extension GL_GOOGLE_include_directive : require
// One pair, where pairs were sought anew: an entry 4·pair + corner at each of its particles.
#include "bindings/contact/list_particle_pairs.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (stale[0] == 0 || i >= state[0].pairs) return;
    const uvec4 of = FETCH(corners, i);
    [[unroll]] for (uint k = 0; k < 4; ++k) {
        const uint particle = of[k];
        const uint rank = atomicAdd(cursor[particle], 1);
        entries[starts[particle] + rank] = 4 * i + k;
    }
}
