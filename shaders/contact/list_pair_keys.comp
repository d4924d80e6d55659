#version 460
#extension GL_GOOGLE_include_directive : require
// One pair that was found: its key, among those of the element that found it.
#include "bindings/contact/list_pair_keys.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (stale[0] == 0 || i >= state[0].pairs) return;
    const uint element = found[i].element;
    keys[starts[element] + atomicAdd(cursor[element], 1)] = found[i].key;
}
