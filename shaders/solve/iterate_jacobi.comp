#version 460
#extension GL_GOOGLE_include_directive : require
// LANES invocations share one particle: mass-splitting Jacobi with Chebyshev momentum over its links (docs/method.md §8).
// Both ends of a link read the same values and compute the same Δλ, so each end keeps its own copy of λ.
// New displacements and λ overwrite those of the iteration before the last; neighbours read `next_position`.

#include "bindings/solve/iterate_jacobi.glsl"

#include "include/features.glsl"
#include "include/lanes.glsl"

// A slot, the other particle of its link, and the current position y of that particle.
struct SlotData {
    uint at;
    uvec2 slot;
    uint other;
    vec4 y;
    float w;
    float old_lambda;
    float older_lambda;
};

SlotData read_slot(uint at) {
    const uvec2 slot = FETCH(slots, at).xy;
    const uint other = slot.x & 0x3FFFFFFFu;
    const vec4 y = FETCH(current_position, other);
    const float old_lambda = ONE_ITERATION ? 0.0 : FETCH(lambda, at).x;
    return SlotData(at, slot, other, y, FETCH(velocity, other).w, old_lambda, MOMENTUM ? lambda_before[at] : 0.0);
}

// The correction of particle i by the link in a slot, for w = 1. The params are passed by value, since software drivers
// would load them again in every iteration of a loop.
vec3 link_correction(uint i, SlotData data, vec4 x, float own_w, Material material, SolveParams params) {
    if (!ONE_MATERIAL) material = materials[MATERIALS * body_of[i] + (data.slot.x >> 30)];
    const vec3 d = x.xyz - data.y.xyz;
    const float l = sqrt(dot(d, d));
    // A λ of an earlier substep may not be finite, so it is not multiplied by 0.
    const float old_lambda = params.keep_lambda != 0.0 ? data.old_lambda : 0.0;
    float r = uintBitsToFloat(data.slot.y) - l - material.compliance * old_lambda;
    float split = x.w + data.y.w;
    float unsplit = own_w + data.w;
    if (DAMPED) {
        r -= material.damping * dot(d, FETCH(displacement, i).xyz - FETCH(displacement, data.other).xyz) / l;
        split += material.damping * split;
        unsplit += material.damping * unsplit;
    }
    // A padding slot refers to the particle itself and has length 0.
    const float alone = params.lone_relaxation * (2.0 * split + material.compliance) / (2.0 * unsplit + material.compliance);
    const float relaxation = min(params.relaxation, alone);
    const float change_over_length = l > 0.0 ? relaxation * material.stiffness * r / ((split + material.compliance) * l) : 0.0;
    const float change = change_over_length * l;
    float next = old_lambda + change;
    if (MOMENTUM) next += (params.omega - 1.0) * (change + old_lambda - (params.keep_lambda_before != 0.0 ? data.older_lambda : 0.0));
    lambda_before[data.at] = next;
    return change_over_length * d;
}

void main() {
    const Material material = materials[0];
    const SolveParams own = params;
    const uint i = item_index();
    if (i >= params.count) return;
    const vec4 d = FETCH(displacement, i);
    const vec3 initial = FETCH(position, i).xyz;
    const vec4 x = vec4(initial + d.xyz, d.w);
    const float w = FETCH(velocity, i).w;
    const uint first = FETCH(slices, i / SLICE).x + i % SLICE;
    const uint last = FETCH(slices, i / SLICE + 1).x;
    vec3 sum = vec3(0.0);
    // Four at a time, so that their reads overlap.
    const uint stride = LANES * SLICE;
    uint at = first + lane_index() * SLICE;
    for (; at + 3 * stride < last; at += 4 * stride) {
        SlotData data[4];
        [[unroll]] for (uint k = 0; k < 4; ++k) data[k] = read_slot(at + k * stride);
        [[unroll]] for (uint k = 0; k < 4; ++k) sum += link_correction(i, data[k], x, w, material, own);
    }
    for (; at < last; at += stride) sum += link_correction(i, read_slot(at), x, w, material, own);
    if (CORNERS) {
        for (uint k = corner_starts[i] + lane_index(); k < corner_starts[i + 1]; k += LANES) {
            sum += correction[corners[k]];
        }
    }
    sum = sum_of_lanes(sum);
    if (lane_index() != 0) return;
    vec3 next = d.xyz + params.omega * w * sum;
    if (MOMENTUM) next += (params.omega - 1.0) * (d.xyz - displacement_before[i].xyz);
    displacement_before[i] = vec4(next, x.w);
    next_position[i] = vec4(initial + next, x.w);
}
