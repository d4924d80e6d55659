#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle that comes out of an emitter in this frame: from its substep on it is there. What is gone has a negative mass in
// `position` and, as nothing moves it, w = 0.
layout(push_constant, scalar) uniform Params { EmitParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Births { Birth births[]; };
layout(set = 0, binding = 1, scalar) buffer Positions { vec4 position[]; };
layout(set = 0, binding = 2, scalar) buffer Velocities { vec4 velocity[]; };
layout(set = 0, binding = 3, scalar) buffer Remainders { vec3 remainder[]; };

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count || births[i].substep != params.substep) return;
    const uint p = births[i].particle;
    const float mass = abs(position[p].w);
    position[p] = vec4(births[i].place, mass);
    velocity[p] = vec4(births[i].velocity, 1.0 / mass);
    remainder[p] = vec3(0.0);
}
