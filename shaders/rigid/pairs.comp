#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One collider of a free body: the others that it may meet in this frame, once to count and once to fill.
layout(push_constant, scalar) uniform Params { RigidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Rigids { Rigid rigids[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Parts { RigidPart parts[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Colliders { Collider colliders[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Boxes { Bounds boxes[]; };
layout(set = 0, binding = 4, scalar) readonly buffer ApartStarts { uint apart_starts[]; };
layout(set = 0, binding = 5, scalar) readonly buffer Apart { uint apart[]; };
layout(set = 0, binding = 6, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 7, scalar) buffer Counts { uint counts[]; };
layout(set = 0, binding = 8, scalar) writeonly buffer Pairs { RigidPair pairs[]; };
layout(set = 0, binding = 9, scalar) buffer Statuses { uint status[]; };

#include "math.glsl"
#include "rigid.glsl"
#include "filter.glsl"
#include "tree.glsl"

// Whether a joint keeps two colliders from meeting.
bool joined(uint i, uint j) {
    bool found = false;
    for (uint k = apart_starts[i]; k < apart_starts[i + 1]; ++k) found = found || apart[k] == j;
    return found;
}

// A pair of two free bodies belongs to the first collider.
bool may_meet(uint i, uint j) {
    const uint body = parts[j].body;
    if (body == parts[i].body || (j < i && is_free(rigids[body]))) return false;
    return meet(boxes[i], boxes[j]) && meets(colliders[i].filters, colliders[j].filters) && !joined(i, j);
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.parts) return;
    uint found = 0;
    const uint start = params.flag != 0 ? starts[i] : 0;
    if (is_free(rigids[parts[i].body])) {
        for (uint j = 0; j < params.parts; ++j) {
            if (!may_meet(i, j)) continue;
            const uint at = start + found;
            if (params.flag != 0 && at < params.capacity) pairs[at] = RigidPair(uvec2(i, j), uvec2(parts[i].body, parts[j].body));
            ++found;
        }
    }
    if (params.flag == 0) counts[i] = found;
    else if (i == 0) atomicMax(status[STATUS_RIGID_PAIRS], starts[params.parts]);
}
