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

void store_reference(uint particle, vec3 x, vec3 moved, float allowance) {
    references[particle] = vec4(x, allowance);
    trajectories[particle] = vec4(moved, 0.0);
    motions[particle] = 0.0;
}

void bound(uint e, uvec4 element) {
    const uvec3 of = uvec3(element.xy, element.z == NONE ? element.y : element.z);
    const ContactBody body = bodies[body_of[element.x]];
    const float thick = (1.0 + CONTACT_MARGIN) * body.half_thickness;
    vec3 moved[3];
    vec3 ahead[3];
    [[unroll]] for (uint k = 0; k < 3; ++k) {
        moved[k] = FETCH(displacement, of[k]).xyz;
        ahead[k] = SUBSTEPS_AHEAD * moved[k];
    }
    const vec3 two = ahead[0] + ahead[1];
    const vec3 mean = element.z == NONE ? two / 2.0 : (two + ahead[2]) / 3.0;
    const vec3 slow = min(ahead[0], min(ahead[1], ahead[2]));
    const vec3 fast = max(ahead[0], max(ahead[1], ahead[2]));
    const float infinity = uintBitsToFloat(0x7F800000u);
    MovingBounds bounds = MovingBounds(vec3(infinity), vec3(-infinity), slow, fast);
    float most = 0.0;
    [[unroll]] for (uint k = 0; k < 3; ++k) {
        const vec3 x = FETCH(position, of[k]).xyz;
        const float allowance = allowance_of(body.allowance, length(moved[k]));
        const vec3 around = vec3(allowance + thick);
        bounds.low = min(bounds.low, x - around);
        bounds.high = max(bounds.high, x + around);
        most = max(most, length(ahead[k] - mean) + allowance);
        if ((element.w & (1u << k)) != 0) store_reference(of[k], x, moved[k], allowance);
    }
    nodes[e] = bounds;
    spreads[e] = vec4(mean, most);
}

void store_slips(uint e) {
    const uvec2 range = state[0].known == 0 ? uvec2(0) : uvec2(starts[e], starts[e + 1]);
    old_starts[e] = range;
    for (uint k = range.x; k < range.y; ++k) old_slips[k] = vec4(slips[k].xyz, uintBitsToFloat(keys[k].y));
}

void main() {
    const uint e = gl_GlobalInvocationID.x;
    if (e >= params.count) return;
    bound(e, FETCH(elements, e));
    store_slips(e);
}
