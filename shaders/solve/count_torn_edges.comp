#version 460
#extension GL_GOOGLE_include_directive : require
// One tearable edge: counted if it exceeds its tearing length.
// The host finds the edge again when it opens the mesh there.
#include "bindings/solve/count_torn_edges.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const Edge edge = edges[i];
    if (distance(position[edge.a].xyz, position[edge.b].xyz) > edge.tear_length) atomicAdd(status[STATUS_TORN], 1);
}
