#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: moves its velocity towards the rigid motion of its body, by the fraction that a substep damps
// [MHHR07, §3.5].
#include "bindings/particles/damp_velocities.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const uint body = body_of[i];
    const float damping = bodies[body].damping;
    if (damping == 0.0 || velocity[i].w == 0.0) return;
    const Motion rigid = motion[body];
    const vec3 r = position[i].xyz - position[firsts[body]].xyz - rigid.center;
    const vec3 v = velocity[i].xyz;
    velocity[i].xyz = v + damping * (rigid.velocity + cross(rigid.angular_velocity, r) - v);
}
