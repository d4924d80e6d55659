#version 460
#extension GL_GOOGLE_include_directive : require
// One edge through a triangle that was drawn: it keeps no velocity along its way, be it in or out.
#include "bindings/intersection/damp_intersections.glsl"

#include "pull.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= passing[0]) return;
    const Crossing crossing = crossings[i];
    const Pull pull = pulls[i];
    pushes[i] = vec3(0.0);
    if (pull.lambda == 0.0) return;
    const vec3 edge = mix(velocity[crossing.edge.x].xyz, velocity[crossing.edge.y].xyz, pull.along);
    const mat3 triangle =
        mat3(velocity[crossing.triangle.x].xyz, velocity[crossing.triangle.y].xyz, velocity[crossing.triangle.z].xyz);
    const float leaving = dot(pull.normal, edge - triangle * pull.inside);
    pushes[i] = -(leaving / yielding(crossing, pull)) * pull.normal;
}
