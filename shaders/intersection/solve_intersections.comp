#version 460
#extension GL_GOOGLE_include_directive : require
// One edge through a triangle: C = (Σ weight x)·n − wanted ≥ 0 in displacements; what both are to be pushed by.
#include "bindings/intersection/solve_intersections.glsl"

#include "intersection_constraint.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= passing[0]) return;
    const Intersection intersection = intersections[i];
    const Pull pull = pulls[i];
    const float w = yielding(intersection, pull);
    pushes[i] = vec3(0.0);
    if (pull.wanted == 0.0 || w == 0.0) return;
    const vec3 edge = mix(displacement[intersection.edge.x].xyz, displacement[intersection.edge.y].xyz, pull.along);
    const mat3 triangle = mat3(displacement[intersection.triangle.x].xyz, displacement[intersection.triangle.y].xyz, displacement[intersection.triangle.z].xyz);
    const float gone = dot(pull.normal, edge - triangle * pull.inside);
    const float lambda = max(0.0, pull.lambda + (pull.wanted - gone) / w);
    pushes[i] = (lambda - pull.lambda) * pull.normal;
    pulls[i].lambda = lambda;
}
