#version 460
#extension GL_GOOGLE_include_directive : require
// One surface element: computes its moving box, with the allowances of its particles and its thickness. It stores the reference
// positions of the particles that it owns, and the slips of the candidates that it had, for those that it finds again.
#include "bindings/contact/bound_elements.glsl"

#include "contact/deviation.glsl"

// How a particle is expected to move until the next search: where it is, its displacement in a substep, how far it deviates from
// its way in this one, and how far it may.
struct Expected {
    vec3 reference;
    vec3 trajectory;
    float deviation;
    float allowance;
};

Expected expected_of(uint particle, float at_rest) {
    const vec3 moves = FETCH(displacement, particle).xyz;
    vec3 trajectory = moves;
    if (state[0].known != 0) trajectory = FETCH(means, particle).xyz;
    const float off = deviation(moves, SUBSTEPS_AHEAD * trajectory);
    return Expected(FETCH(position, particle).xyz, trajectory, off, at_rest + ALLOWANCE_MOVING * off);
}

void store(uint particle, Expected expected) {
    references[particle] = vec4(expected.reference, expected.allowance);
    motions[particle] = expected.deviation;
    trajectories[particle] = vec4(expected.trajectory, 0.0);
}

void bound(uint e, uvec4 element) {
    const uvec3 of = uvec3(element.xy, element.z == NONE ? element.y : element.z);
    const ContactBody body = bodies[body_of[element.x]];
    const float thick = (1.0 + CONTACT_MARGIN) * body.half_thickness;
    Expected expected[3];
    vec3 ways[3];
    [[unroll]] for (uint k = 0; k < 3; ++k) {
        expected[k] = expected_of(of[k], body.allowance);
        ways[k] = SUBSTEPS_AHEAD * expected[k].trajectory;
    }
    const vec3 two = ways[0] + ways[1];
    const vec3 mean = element.z == NONE ? two / 2.0 : (two + ways[2]) / 3.0;
    const float infinity = uintBitsToFloat(0x7F800000u);
    vec3 low = vec3(infinity);
    vec3 high = vec3(-infinity);
    float most = 0.0;
    [[unroll]] for (uint k = 0; k < 3; ++k) {
        const vec3 around = vec3(expected[k].allowance + thick);
        low = min(low, expected[k].reference + min(ways[k], vec3(0.0)) - around);
        high = max(high, expected[k].reference + max(ways[k], vec3(0.0)) + around);
        most = max(most, length(ways[k] - mean) + expected[k].allowance);
        if ((element.w & (1u << k)) != 0) store(of[k], expected[k]);
    }
    nodes[e] = Bounds(low, high);
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
