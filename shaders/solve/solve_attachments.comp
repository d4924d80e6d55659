#version 460
#extension GL_GOOGLE_include_directive : require
// One attachment: C = Σ weight x − target, with a row for each axis [MMC16, eqs 18, 26].
// The three rows have the same weights and are independent, so that one step solves them exactly.
#include "bindings/solve/solve_attachments.glsl"

#include "solve/constraint.glsl"

void project(uint at) {
    const Attachment a = attachments[at];
    const uint corner[8] = uint[](a.own.x, a.own.y, a.own.z, a.own.w, a.other.x, a.other.y, a.other.z, a.other.w);
    const float weight[8] = float[](a.own_weights.x, a.own_weights.y, a.own_weights.z, a.own_weights.w,
        a.other_weights.x, a.other_weights.y, a.other_weights.z, a.other_weights.w);
    // Relative to the first corner: absolute positions lose precision far from the origin.
    const vec3 origin = position[corner[0]].xyz;
    vec3 separation = -a.offset;
    vec3 relative_displacement = -a.target_displacement;
    float w = 0.0;
    float unsplit = 0.0;
    vec4 d[8];
    for (uint k = 0; k < 8; ++k) {
        if (corner[k] == NONE) continue;
        d[k] = displacement[corner[k]];
        separation += weight[k] * ((position[corner[k]].xyz - origin) + d[k].xyz);
        relative_displacement += weight[k] * d[k].xyz;
        w += d[k].w * (weight[k] * weight[k]);
        unsplit += unsplit_w(corner[k], d[k]) * (weight[k] * weight[k]);
    }
    Material material = materials[a.material];
    material.compliance *= 1.0 + a.extra_compliance;
    material.damping *= 1.0 + a.extra_compliance;
    const vec3 old_lambda = vec3(load_lambda(3 * at), load_lambda(3 * at + 1), load_lambda(3 * at + 2));
    const vec3 r = -separation - material.compliance * old_lambda - material.damping * relative_displacement;
    const float gamma = 1.0 + material.damping;
    const float denominator = gamma * w + material.compliance;
    const vec3 change = w > 0.0 ? (relaxation(gamma * w, gamma * unsplit, material.compliance) * material.stiffness / denominator) * r : vec3(0.0);
    for (uint axis = 0; axis < 3; ++axis) {
        store_residual(3 * at + axis, r[axis]);
        store_lambda(3 * at + axis, old_lambda[axis], change[axis]);
    }
    for (uint k = 0; k < 8; ++k) {
        if (corner[k] != NONE) apply_correction(8 * at + k, corner[k], d[k], weight[k] * (FORCES ? old_lambda : change));
    }
}

#include "solve/run_constraints.glsl"
