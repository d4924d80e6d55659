#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One edge through a triangle: C = (Σ weight x)·n − wanted ≥ 0 in displacements; what both are to be pushed by.
layout(push_constant, scalar) uniform Params { TangleParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Passings { uint passing[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Crossings { Crossing crossings[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Velocities { vec4 velocity[]; };
layout(set = 0, binding = 4, scalar) readonly buffer Moved { vec4 moved[]; };
layout(set = 0, binding = 5, scalar) buffer Pulls { Pull pulls[]; };
layout(set = 0, binding = 6, scalar) writeonly buffer Pushes { vec3 pushes[]; };

#include "pull.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= passing[0]) return;
    const Crossing crossing = crossings[i];
    const Pull pull = pulls[i];
    const float w = yielding(crossing, pull);
    pushes[i] = vec3(0.0);
    if (pull.wanted == 0.0 || w == 0.0) return;
    const vec3 edge = mix(moved[crossing.edge.x].xyz, moved[crossing.edge.y].xyz, pull.along);
    const mat3 triangle = mat3(moved[crossing.triangle.x].xyz, moved[crossing.triangle.y].xyz, moved[crossing.triangle.z].xyz);
    const float gone = dot(pull.normal, edge - triangle * pull.inside);
    const float lambda = max(0.0, pull.lambda + (pull.wanted - gone) / w);
    pushes[i] = (lambda - pull.lambda) * pull.normal;
    pulls[i].lambda = lambda;
}
