#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One rigid body: changes its velocity by what impacts of particles push it.
layout(push_constant, scalar) uniform Params { CountParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Frames { Frame frame[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Rigids { Rigid rigids[]; };
layout(set = 0, binding = 2, scalar) buffer States { RigidState states[]; };
layout(set = 0, binding = 3, scalar) buffer Sums { CoupledSum sums[]; };

#include "sums.glsl"

void main() {
    const uint b = gl_GlobalInvocationID.x;
    if (b >= params.count) return;
    const vec3 push = summed_push(b) / frame[0].h;
    const vec3 turn = summed_turn(b) / frame[0].h;
    states[b].velocity += rigids[b].inverse_mass * push;
    if (rigids[b].inverse_inertia != vec3(0.0)) states[b].momentum += turn;
}
