#version 460
#extension GL_GOOGLE_include_directive : require
// One edge that may tear: counted where it is too long. The host, which opens the mesh there, finds it again.
#include "bindings/solve/count_torn_edges.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const Edge edge = edges[i];
    if (distance(position[edge.a].xyz, position[edge.b].xyz) > edge.longest) atomicAdd(status[STATUS_TORN], 1);
}
