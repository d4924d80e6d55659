#version 460
#extension GL_GOOGLE_include_directive : require
// One invocation takes some of the contacts: a fast or deep one that pushed gets the impulse that leaves the normal velocity of
// an impact, so that its correction becomes no velocity. The slip of each contact is stored, limited to what friction could hold.
#include "bindings/contact/compute_bounces.glsl"

#include "include/friction.glsl"
#include "contact/coefficients.glsl"
#include "contact/contact_row.glsl"

// After another search candidates have other places, and keep the slips that they had.
void store(uint row, vec3 slip) {
    if (state[0].searching < 2) slips[candidate_of(row)] = vec4(slip, 0.0);
}

void store_slip(uint row, Coefficients pair, vec3 moved, float w, float lambda) {
    const vec3 normal = plane_of(row).xyz;
    const vec3 slid = slip_of(row).xyz + moved - dot(normal, moved) * normal;
    const float most = w * resting(pair).friction * lambda;
    store(row, min(most / max(length(slid), LEAST_SLIP), 1.0) * slid);
}

vec3 impulse_of(uint row, Coefficients pair, float w) {
    const vec3 normal = plane_of(row).xyz;
    const vec4 u = weights_of(row);
    const uvec4 of = corners_of(row);
    float leaving = 0.0;
    [[unroll]] for (uint k = 0; k < 4; ++k) leaving += u[k] * dot(normal, FETCH(velocity, of[k]).xyz);
    const float speed = slip_of(row).w / frame[0].h;
    // What pushes slowly has come to rest with that.
    const float wanted = speed < -frame[0].rest_speed ? -pair.restitution * speed : 0.0;
    return (wanted - leaving) / w * normal;
}

bool is_fast_or_deep(uint row) {
    const float fast = frame[0].h * frame[0].rest_speed;
    return slip_of(row).w < -fast || plane_of(row).w < -max(fast, BOUNCE_DEPTH * gap_of(row));
}

// The impulse of a contact that pushed.
vec3 bounce(uint row, float lambda) {
    if (params.counts_contacts != 0) atomicAdd(status[STATUS_DEFORMABLE_CONTACTS], 1);
    const uvec4 of = corners_of(row);
    const vec4 u = weights_of(row);
    vec3 moved = vec3(0.0);
    float w = 0.0;
    [[unroll]] for (uint k = 0; k < 4; ++k) {
        moved += u[k] * FETCH(displacement, of[k]).xyz;
        w += u[k] * u[k] * FETCH(split_inverse_mass, of[k]).x;
    }
    const Coefficients pair = combine(coefficients_of(of.x), coefficients_of(of.w));
    store_slip(row, pair, moved, w, lambda);
    vec3 impulse = vec3(0.0);
    for (uint once = is_fast_or_deep(row) && w > 0.0 ? 1 : 0; once != 0; --once) impulse = impulse_of(row, pair, w);
    return impulse;
}

void main() {
    if (gl_GlobalInvocationID.x >= params.count) return;
    const uint contacts = min(state[0].contacts, params.contacts);
    for (uint row = gl_GlobalInvocationID.x; row < contacts; row += params.count) {
        const float lambda = FETCH(lambdas, row).w;
        vec3 impulse = vec3(0.0);
        // A loop, since software drivers run both sides of a branch, and most contacts do not push.
        for (uint once = lambda == 0.0 ? 0 : 1; once != 0; --once) impulse = bounce(row, lambda);
        if (lambda == 0.0) store(row, vec3(0.0));
        pushes[row] = vec4(impulse, 0.0);
    }
}
