#version 460
#extension GL_GOOGLE_include_directive : require
// One attachment: C = Σ weight x − target, a row for each axis [MMC16, eqs 18, 26]. The three share their weights and
// no row acts on another, so they are solved exactly at once.
#include "bindings/solve/solve_attachments.glsl"

#include "constraint.glsl"

void project(uint at) {
    const Attachment a = attachments[at];
    const uint corner[8] = uint[](a.own.x, a.own.y, a.own.z, a.own.w, a.other.x, a.other.y, a.other.z, a.other.w);
    const float weight[8] = float[](a.own_weights.x, a.own_weights.y, a.own_weights.z, a.own_weights.w,
        a.other_weights.x, a.other_weights.y, a.other_weights.z, a.other_weights.w);
    // Seen from the first corner: places themselves have too few digits far from the origin.
    const vec3 origin = position[corner[0]].xyz;
    vec3 apart = -a.offset;
    vec3 closer = -a.carried;
    float w = 0.0;
    vec4 d[8];
    for (uint k = 0; k < 8; ++k) {
        if (corner[k] == NONE) continue;
        d[k] = displacement[corner[k]];
        apart += weight[k] * ((position[corner[k]].xyz - origin) + d[k].xyz);
        closer += weight[k] * d[k].xyz;
        w += d[k].w * (weight[k] * weight[k]);
    }
    const Material material = materials[a.material];
    const vec3 held = vec3(held_lambda(3 * at), held_lambda(3 * at + 1), held_lambda(3 * at + 2));
    const vec3 r = -apart - material.compliance * held - material.damping * closer;
    const float row = (1.0 + material.damping) * w + material.compliance;
    const vec3 change = w > 0.0 ? (params.relaxation * material.stiffness / row) * r : vec3(0.0);
    for (uint axis = 0; axis < 3; ++axis) {
        leave_open(3 * at + axis, r[axis]);
        keep_lambda(3 * at + axis, held[axis], change[axis]);
    }
    for (uint k = 0; k < 8; ++k) {
        if (corner[k] != NONE) give(8 * at + k, corner[k], d[k], weight[k] * (FORCES ? held : change));
    }
}

#include "run.glsl"
