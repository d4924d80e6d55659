#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One tetrahedron: C = V − rest, V = (b − a) × (c − a) · (d − a) / 6 [MMC16, eqs 18, 26].
layout(set = 0, binding = 0, scalar) readonly buffer Volumes { Volume volumes[]; };

#include "constraint.glsl"

void project(uint at) {
    const Volume volume = volumes[at];
    const uint corner[4] = uint[](volume.a, volume.b, volume.c, volume.d);
    vec4 d[4];
    for (uint k = 0; k < 4; ++k) d[k] = moved[corner[k]];
    vec3 edge[3];
    for (uint k = 0; k < 3; ++k) edge[k] = (position[corner[k + 1]].xyz - position[corner[0]].xyz) + (d[k + 1].xyz - d[0].xyz);
    vec3 gradient[4];
    for (uint k = 0; k < 3; ++k) gradient[k + 1] = cross(edge[(k + 1) % 3], edge[(k + 2) % 3]) / 6.0;
    gradient[0] = -(gradient[1] + gradient[2] + gradient[3]);
    const float held = held_lambda(at);
    const Material material = materials[volume.material];
    float w = 0.0;
    float damped = 0.0;
    for (uint k = 0; k < 4; ++k) {
        w += d[k].w * dot(gradient[k], gradient[k]);
        if (DAMPED) damped += dot(gradient[k], d[k].xyz);
    }
    const float r = volume.rest - dot(gradient[1], edge[0]) - material.compliance * held - material.damping * damped;
    const float row = (1.0 + material.damping) * w + material.compliance;
    const float change = w > 0.0 ? params.relaxation * material.stiffness * r / row : 0.0;
    leave_open(at, r);
    keep_lambda(at, held, change);
    for (uint k = 0; k < 4; ++k) give(4 * at + k, corner[k], d[k], (FORCES ? held : change) * gradient[k]);
}

#include "run.glsl"
