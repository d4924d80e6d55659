#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One hinge: C = φ − rest [MMC16, eqs 18, 26].
layout(set = 0, binding = 0, scalar) readonly buffer Hinges { Hinge hinges[]; };

#include "constraint.glsl"
#include "hinge.glsl"

void project(uint at) {
    const Hinge hinge = hinges[at];
    const uint corner[4] = uint[](hinge.a, hinge.b, hinge.c, hinge.d);
    vec4 d[4];
    vec3 x[4];
    for (uint k = 0; k < 4; ++k) {
        d[k] = moved[corner[k]];
        x[k] = position[corner[k]].xyz + d[k].xyz;
    }
    const Bend b = bend(x[0], x[1], x[2], x[3]);
    const float held = held_lambda(at);
    const Material material = materials[hinge.material];
    float w = 0.0;
    float damped = 0.0;
    for (uint k = 0; k < 4; ++k) {
        w += d[k].w * dot(b.gradient[k], b.gradient[k]);
        if (DAMPED) damped += dot(b.gradient[k], d[k].xyz);
    }
    const float r = -wrap_angle(b.angle - hinge.rest) - material.compliance * held - material.damping * damped;
    const float row = (1.0 + material.damping) * w + material.compliance;
    const float change = w > 0.0 ? params.relaxation * material.stiffness * r / row : 0.0;
    leave_open(at, r);
    keep_lambda(at, held, change);
    for (uint k = 0; k < 4; ++k) give(4 * at + k, corner[k], d[k], (FORCES ? held : change) * b.gradient[k]);
}

#include "run.glsl"
