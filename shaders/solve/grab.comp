#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One invocation: the grabbed particle is pulled to its target through a compliant link, C = x − target.
layout(push_constant, scalar) uniform Params { SolveParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Frames { Frame frame[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Velocities { vec4 velocity[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Positions { vec4 position[]; };
layout(set = 0, binding = 3, scalar) buffer Moved { vec4 moved[]; };
layout(set = 0, binding = 4, scalar) buffer Places { vec4 place[]; };
layout(set = 0, binding = 5, scalar) buffer Lambdas { vec4 lambda[]; };

#include "features.glsl"

void main() {
    const uint i = frame[0].grabbed;
    if (gl_GlobalInvocationID.x >= params.count || i == NONE) return;
    const float w = velocity[i].w;
    if (w == 0.0) return;
    const vec3 held = params.keep * lambda[0].xyz;
    const vec3 change = (frame[0].target - position[i].xyz - moved[i].xyz - frame[0].grab_compliance * held) / (w + frame[0].grab_compliance);
    moved[i].xyz += w * change;
    if (JACOBI) place[i].xyz += w * change;
    lambda[0].xyz = held + change;
}
