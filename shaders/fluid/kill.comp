#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One point: its particle is gone from here on if it is a fluid's and too low.
layout(push_constant, scalar) uniform Params { KillParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Particles { uint particles[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Volumes { float volumes[]; };
layout(set = 0, binding = 2, scalar) buffer Positions { vec4 position[]; };
layout(set = 0, binding = 3, scalar) buffer Velocities { vec4 velocity[]; };
layout(set = 0, binding = 4, scalar) buffer Remainders { vec3 remainder[]; };

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count || volumes[i] <= 0.0) return;
    const uint p = particles[i];
    if (position[p].w < 0.0 || position[p].y >= params.level) return;
    position[p].w = -position[p].w;
    velocity[p] = vec4(0.0);
    remainder[p] = vec3(0.0);
}
