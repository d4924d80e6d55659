#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One leaf of the tree of colliders: a box around all places where one may be in this frame.
layout(push_constant, scalar) uniform Params { RigidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Parts { RigidPart parts[]; };
layout(set = 0, binding = 1, scalar) readonly buffer States { RigidState states[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Reaches { RigidReach reaches[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Order { uint order[]; };
layout(set = 0, binding = 4, scalar) writeonly buffer Nodes { Bounds nodes[]; };

#include "math.glsl"
#include "rigid.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.parts) return;
    const RigidPart part = parts[order[i]];
    const RigidState state = states[part.body];
    const vec4 turn = turned_by(state.rotation, part.turn);
    const vec3 center = state.position + rotate(state.rotation, part.offset);
    const vec3 x = abs(rotate(turn, vec3(part.half_size.x, 0.0, 0.0)));
    const vec3 y = abs(rotate(turn, vec3(0.0, part.half_size.y, 0.0)));
    const vec3 z = abs(rotate(turn, vec3(0.0, 0.0, part.half_size.z)));
    const vec3 size = x + y + z + reaches[part.body].margin;
    nodes[i] = Bounds(center - size, center + size);
}
