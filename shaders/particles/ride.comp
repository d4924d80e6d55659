#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One vertex on a lattice: where the tetrahedron that carries it takes it.
layout(push_constant, scalar) uniform Params { CountParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Riders { Rider riders[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Positions { vec4 position[]; };
layout(set = 0, binding = 2, scalar) buffer Vertices { vec3 vertices[]; };

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const Rider rider = riders[i];
    vec3 x = vec3(0.0);
    for (uint k = 0; k < 4; ++k) x += rider.weights[k] * position[rider.nodes[k]].xyz;
    vertices[rider.vertex] = x;
}
