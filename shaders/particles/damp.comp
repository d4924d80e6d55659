#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle: its velocity goes to that of its body's rigid motion, by the share that a substep damps [MHHR07, §3.5].
layout(push_constant, scalar) uniform Params { CountParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Bodies { Body bodies[]; };
layout(set = 0, binding = 1, scalar) readonly buffer BodyOf { uint body_of[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Firsts { uint firsts[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Motions { Motion motion[]; };
layout(set = 0, binding = 4, scalar) readonly buffer Positions { vec4 position[]; };
layout(set = 0, binding = 5, scalar) buffer Velocities { vec4 velocity[]; };

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const uint body = body_of[i];
    const float damping = bodies[body].damping;
    if (damping == 0.0 || velocity[i].w == 0.0) return;
    const Motion rigid = motion[body];
    const vec3 r = position[i].xyz - position[firsts[body]].xyz - rigid.center;
    const vec3 v = velocity[i].xyz;
    velocity[i].xyz = v + damping * (rigid.velocity + cross(rigid.spin, r) - v);
}
