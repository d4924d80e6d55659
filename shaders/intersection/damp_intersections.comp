#version 460
#extension GL_GOOGLE_include_directive : require
// One edge through a triangle that was drawn: it keeps no velocity along its way, be it in or out.
#include "bindings/intersection/damp_intersections.glsl"

#include "intersection_constraint.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= passing[0]) return;
    const Intersection intersection = intersections[i];
    const Pull pull = pulls[i];
    pushes[i] = vec3(0.0);
    if (pull.lambda == 0.0) return;
    const vec3 edge = mix(velocity[intersection.edge.x].xyz, velocity[intersection.edge.y].xyz, pull.along);
    const mat3 triangle =
        mat3(velocity[intersection.triangle.x].xyz, velocity[intersection.triangle.y].xyz, velocity[intersection.triangle.z].xyz);
    const float leaving = dot(pull.normal, edge - triangle * pull.inside);
    pushes[i] = -(leaving / yielding(intersection, pull)) * pull.normal;
}
