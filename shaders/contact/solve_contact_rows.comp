#version 460
#extension GL_GOOGLE_include_directive : require
// One invocation takes some of the contacts, and solves each: C = (Σ weight x)·normal − gap ≥ 0, with friction along its plane.
// It writes the push that contact/apply_contacts adds to the displacements of its particles (docs/method.md, contacts).
#include "bindings/contact/solve_contact_rows.glsl"

#include "include/features.glsl"
#include "include/friction.glsl"
#include "contact/coefficients.glsl"
#include "contact/contact_row.glsl"

// The tangential λ that would hold the features, limited by friction.
vec3 tangent_of(uint row, vec3 held, vec3 slid, float w, float lambda) {
    const uvec4 of = corners_of(row);
    const Coefficients pair = combine(coefficients_of(of.x), coefficients_of(of.w));
    // Rounds are few. What features that hold each other slid in earlier substeps is taken back, or they would creep.
    const vec3 wanted = held - (slid + slip_of(row).xyz) / w;
    const bool slow = length(w * held - slid) < frame[0].h * frame[0].rest_speed;
    if (slow) return friction(resting(pair), wanted, lambda);
    return friction(pair, wanted, lambda);
}

void solve(uint row) {
    const uvec4 of = corners_of(row);
    const vec4 u = weights_of(row);
    const vec4 plane = plane_of(row);
    vec4 last = vec4(0.0);
    if (!FIRST_ROUND) last = lambdas[row];
    vec3 moved = vec3(0.0);
    float w = 0.0;
    [[unroll]] for (uint k = 0; k < 4; ++k) {
        moved += u[k] * FETCH(displacement, of[k]).xyz;
        w += u[k] * u[k] * FETCH(split_inverse_mass, of[k]).x;
    }
    const float along = dot(plane.xyz, moved);
    const float separation = plane.w + along;
    const bool is_active = separation < ACTIVE_MARGIN * gap_of(row) || last.w > 0.0;
    // The masses of its particles are split between the contacts that were active before this round; others wait for the next.
    bool counted = false;
    if (FIRST_ROUND) counted = is_predicted(row);
    else counted = pushes[row].w > 0.0;
    const bool rests = !counted || w == 0.0 || (separation >= 0.0 && last.w == 0.0);
    vec3 push = vec3(0.0);
    vec4 lambda = last;
    // A loop, since software drivers run both sides of a branch, and most contacts do not push.
    for (uint once = rests ? 0 : 1; once != 0; --once) {
        lambda.w = max(last.w - separation / w, 0.0);
        lambda.xyz = tangent_of(row, last.xyz, moved - along * plane.xyz, w, lambda.w);
        push = (lambda.w - last.w) * plane.xyz + lambda.xyz - last.xyz;
    }
    pushes[row] = vec4(push, is_active ? 1.0 : 0.0);
    lambdas[row] = lambda;
}

void main() {
    if (gl_GlobalInvocationID.x >= params.count) return;
    const uint contacts = min(state[0].contacts, params.contacts);
    for (uint row = gl_GlobalInvocationID.x; row < contacts; row += params.count) solve(row);
}
