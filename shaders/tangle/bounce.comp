#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One edge through a triangle that was drawn: it keeps no velocity along its way, be it in or out.
layout(push_constant, scalar) uniform Params { TangleParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Passings { uint passing[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Crossings { Crossing crossings[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Velocities { vec4 velocity[]; };
layout(set = 0, binding = 4, scalar) readonly buffer Pulls { Pull pulls[]; };
layout(set = 0, binding = 5, scalar) writeonly buffer Pushes { vec3 pushes[]; };

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
