#version 460
#extension GL_GOOGLE_include_directive : require
// LANES invocations share one particle: mass-splitting Jacobi with Chebyshev momentum over its links (docs/method.md §8).
// Both ends of a link see the same numbers and find the same Δλ, so each keeps its own copy of λ.
// New displacements and λ are written over those before the last ones; `next_place` is for the neighbours.

#include "bindings/solve/iterate_jacobi.glsl"

#include "features.glsl"
#include "lanes.glsl"

// A slot, and what is read for it: the other particle and its place.
struct End {
    uint at;
    uvec2 slot;
    uint other;
    vec4 y;
    float held;
    float held_before;
};

End end(uint at) {
    const uvec2 slot = FETCH(slots, at).xy;
    const uint other = slot.x & 0x3FFFFFFFu;
    const vec4 y = FETCH(current_position, other);
    const float held = ONE_ITERATION ? 0.0 : FETCH(lambda, at).x;
    return End(at, slot, other, y, held, MOMENTUM ? lambda_before[at] : 0.0);
}

// What a link, a LinkEnd in its slot, does to particle i, for w = 1. What this reads of params comes by value: software drivers
// would load it anew in every trip of a loop.
vec3 link_push(uint i, End end, vec4 x, Material material, SolveParams params) {
    if (!ONE_MATERIAL) material = materials[MATERIALS * body_of[i] + (end.slot.x >> 30)];
    const vec3 d = x.xyz - end.y.xyz;
    const float l = sqrt(dot(d, d));
    // What an earlier substep left may not be finite.
    const float held = params.keep != 0.0 ? end.held : 0.0;
    const float w = x.w + end.y.w;
    float r = uintBitsToFloat(end.slot.y) - l - material.compliance * held;
    float row = w + material.compliance;
    if (DAMPED) {
        r -= material.damping * dot(d, FETCH(displacement, i).xyz - FETCH(displacement, end.other).xyz) / l;
        row += material.damping * w;
    }
    // Padding leads to the particle itself: it has no length.
    const float over_length = l > 0.0 ? params.relaxation * material.stiffness * r / (row * l) : 0.0;
    const float change = over_length * l;
    float next = held + change;
    if (MOMENTUM) next += (params.omega - 1.0) * (change + held - (params.keep_before != 0.0 ? end.held_before : 0.0));
    lambda_before[end.at] = next;
    return over_length * d;
}

void main() {
    const Material material = materials[0];
    const SolveParams own = params;
    const uint i = item();
    if (i >= params.count) return;
    const vec4 d = FETCH(displacement, i);
    const vec3 start = FETCH(position, i).xyz;
    const vec4 x = vec4(start + d.xyz, d.w);
    const uint first = FETCH(slices, i / SLICE).x + i % SLICE;
    const uint last = FETCH(slices, i / SLICE + 1).x;
    vec3 sum = vec3(0.0);
    // Four at a time: their reads are under way together.
    const uint stride = LANES * SLICE;
    uint at = first + turn() * SLICE;
    for (; at + 3 * stride < last; at += 4 * stride) {
        End ends[4];
        [[unroll]] for (uint k = 0; k < 4; ++k) ends[k] = end(at + k * stride);
        [[unroll]] for (uint k = 0; k < 4; ++k) sum += link_push(i, ends[k], x, material, own);
    }
    for (; at < last; at += stride) sum += link_push(i, end(at), x, material, own);
    if (CORNERS) {
        for (uint k = corner_starts[i] + turn(); k < corner_starts[i + 1]; k += LANES) {
            sum += correction[corners[k]];
        }
    }
    sum = sum_of_lanes(sum);
    if (turn() != 0) return;
    vec3 next = d.xyz + params.omega * FETCH(velocity, i).w * sum;
    if (MOMENTUM) next += (params.omega - 1.0) * (d.xyz - displacement_before[i].xyz);
    displacement_before[i] = vec4(next, x.w);
    next_position[i] = vec4(start + next, x.w);
}
