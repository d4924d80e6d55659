#version 460
#extension GL_GOOGLE_include_directive : require
// One touch: C = (Σ weight x)·n − gap ≥ 0 and friction across n; what its parts are to be pushed by, and how far friction lets them slip (docs/method.md, touches).
#include "bindings/contact/solve_contact_rows.glsl"

#include "features.glsl"
#include "friction.glsl"
#include "coefficients.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= state[0].active_contacts || stale[STALE_ROUNDS] < params.round) return;
    const uint row = FETCH(active_contacts, i).x;
    const uvec4 ends = FETCH(corners, row);
    const vec4 u = FETCH(weights, row);
    const vec3 normal = FETCH(normals, row).xyz;
    vec3 gone = vec3(0.0);
    float w = 0.0;
    [[unroll]] for (uint k = 0; k < 4; ++k) {
        gone += u[k] * FETCH(displacement, ends[k]).xyz;
        w += u[k] * u[k] * FETCH(share, ends[k]).x;
    }
    if (FETCH(presses, row).x == 0.0 || w == 0.0) {
        pushes[row].xyz = vec3(0.0);
        slips[row].w = 0.0;
        if (FIRST_ROUND) lambdas[row] = vec4(0.0);
        return;
    }
    vec4 old = vec4(0.0);
    if (!FIRST_ROUND) old = lambdas[row];
    const float along = dot(normal, gone);
    const float lambda = max(0.0, old.w - (FETCH(opens, row).x + along) / w);
    const Coefficients pair = combine(coefficients_of(ends.x), coefficients_of(ends.w));
    const vec3 slid = gone - along * normal;
    const bool slow = length(w * old.xyz - slid) < frame[0].h * frame[0].rest_speed;
    // Rounds are few: what parts that hold each other slid in earlier substeps is taken back, or they would creep.
    const vec3 slipped = slips[row].xyz;
    const vec3 slip = slipped - dot(slipped, normal) * normal;
    const vec3 wanted = old.xyz - (slid + slip) / w;
    const Coefficients holding = slow ? resting(pair) : pair;
    const vec3 tangent = friction(holding, wanted, lambda);
    const float most = tangent == wanted ? max(holding.friction, holding.static_friction) : holding.friction;
    pushes[row].xyz = (lambda - old.w) * normal + tangent - old.xyz;
    slips[row].w = w * most * lambda;
    lambdas[row] = vec4(tangent, lambda);
}
