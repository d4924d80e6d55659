#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One edge that may tear: counted where it is too long. The host, which opens the mesh there, finds it again.
layout(push_constant, scalar) uniform Params { CountParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Edges { Edge edges[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Positions { vec4 position[]; };
layout(set = 0, binding = 2, scalar) buffer Statuses { uint status[]; };

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const Edge edge = edges[i];
    if (distance(position[edge.a].xyz, position[edge.b].xyz) > edge.longest) atomicAdd(status[STATUS_TORN], 1);
}
