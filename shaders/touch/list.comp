#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One pair that was found: its key, among those of the element that found it.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Stale { uint stale[]; };
layout(set = 0, binding = 1, scalar) readonly buffer States { TouchState state[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Found { FoundPair found[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 4, scalar) buffer Cursors { uint cursor[]; };
layout(set = 0, binding = 5, scalar) writeonly buffer Keys { uint keys[]; };

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (stale[0] == 0 || i >= state[0].pairs) return;
    const uint element = found[i].element;
    keys[starts[element] + atomicAdd(cursor[element], 1)] = found[i].key;
}
