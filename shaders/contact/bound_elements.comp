#version 460
#extension GL_GOOGLE_include_directive : require
// One surface element: computes its moving box, with the allowances of its particles and its thickness. It stores the reference
// positions of the particles that it owns, and the slips of the candidates that it had, for those that it finds again.
#include "bindings/contact/bound_elements.glsl"

// How far a particle may deviate from its expected trajectory until the next search. Fast ones soon do.
float allowance_of(float at_rest, float moved) {
    const float moving = min(ALLOWANCE_MOVING * moved, ALLOWANCE_MOST * at_rest);
    return at_rest + max(moving, 2.0 * moved);
}

// How a particle is expected to move until the next search: where it is, or where it would have been at the first search of this
// trajectory; its displacement in a substep; how far it deviates from that in this one; and how far it may.
struct Expected {
    vec3 reference;
    vec3 trajectory;
    float deviation;
    float allowance;
};

// After the solve the trajectory stays as it was, since truncation may undo what the solver did.
Expected expected_of(uint particle, float at_rest) {
    const vec3 x = FETCH(position, particle).xyz;
    const vec3 moved = FETCH(displacement, particle).xyz;
    if (params.round == 0) {
        vec3 mean = moved;
        if (state[0].known != 0) mean = FETCH(means, particle).xyz;
        const float off = length(moved - mean);
        return Expected(x, mean, off, allowance_of(at_rest, max(length(moved), off)));
    }
    const vec3 trajectory = trajectories[particle].xyz;
    const float since = min(state[0].substeps, SUBSTEPS_AHEAD);
    const vec3 now = (min(state[0].substeps + 1.0, SUBSTEPS_AHEAD) - since) * trajectory;
    const float deviation = length(moved - now);
    return Expected(x - since * trajectory, trajectory, deviation, allowance_of(at_rest, max(length(moved), deviation)));
}

void store(uint particle, Expected expected) {
    references[particle] = vec4(expected.reference, expected.allowance);
    motions[particle] = expected.deviation;
    if (params.round == 0) trajectories[particle] = vec4(expected.trajectory, 0.0);
}

void bound(uint e, uvec4 element) {
    const uvec3 of = uvec3(element.xy, element.z == NONE ? element.y : element.z);
    const ContactBody body = bodies[body_of[element.x]];
    const float thick = (1.0 + CONTACT_MARGIN) * body.half_thickness;
    Expected expected[3];
    vec3 ahead[3];
    [[unroll]] for (uint k = 0; k < 3; ++k) {
        expected[k] = expected_of(of[k], body.allowance);
        ahead[k] = SUBSTEPS_AHEAD * expected[k].trajectory;
    }
    const vec3 two = ahead[0] + ahead[1];
    const vec3 mean = element.z == NONE ? two / 2.0 : (two + ahead[2]) / 3.0;
    const vec3 slow = min(ahead[0], min(ahead[1], ahead[2]));
    const vec3 fast = max(ahead[0], max(ahead[1], ahead[2]));
    const float infinity = uintBitsToFloat(0x7F800000u);
    MovingBounds bounds = MovingBounds(vec3(infinity), vec3(-infinity), slow, fast);
    float most = 0.0;
    [[unroll]] for (uint k = 0; k < 3; ++k) {
        const vec3 around = vec3(expected[k].allowance + thick);
        bounds.low = min(bounds.low, expected[k].reference - around);
        bounds.high = max(bounds.high, expected[k].reference + around);
        most = max(most, length(ahead[k] - mean) + expected[k].allowance);
        if ((element.w & (1u << k)) != 0) store(of[k], expected[k]);
    }
    nodes[e] = bounds;
    spreads[e] = vec4(mean, most);
}

void store_slips(uint e) {
    const uvec2 range = state[0].known == 0 ? uvec2(0) : uvec2(starts[e], starts[e + 1]);
    old_starts[e] = range;
    for (uint k = range.x; k < range.y; ++k) old_slips[k] = uvec4(floatBitsToUint(slips[k].xyz), keys[k].y);
}

void main() {
    const uint e = gl_GlobalInvocationID.x;
    if (e >= params.count) return;
    bound(e, FETCH(elements, e));
    store_slips(e);
}
