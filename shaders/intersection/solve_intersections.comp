#version 460
#extension GL_GOOGLE_include_directive : require
// One edge through a triangle: C = (Σ weight x)·n − wanted ≥ 0 in displacements; what both are to be pushed by.
#include "bindings/intersection/solve_intersections.glsl"

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
