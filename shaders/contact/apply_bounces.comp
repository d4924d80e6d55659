#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: adds the impulses of its contacts that bounced to its velocity. It also accumulates the impulses of other bodies
// on it, which a frame reports.
#include "bindings/contact/apply_bounces.glsl"

#include "include/features.glsl"
#include "include/accumulate.glsl"
#include "contact/contact_row.glsl"

void bounce(uint i) {
    vec3 sum = vec3(0.0);
    for (uint k = starts[i]; k < starts[i + 1]; ++k) sum += weight_of(entries[k]) * FETCH(pushes, entries[k] / 4).xyz;
    if (sum != vec3(0.0)) velocity[i].xyz += velocity[i].w * sum;
}

void accumulate_contacts(uint i) {
    const uint own = body_of[i];
    for (uint k = starts[i]; k < starts[i + 1]; ++k) {
        const uint row = entries[k] / 4;
        const uvec4 of = corners_of(row);
        const uint body = body_of[of.x];
        const uint other = own == body ? body_of[of.w] : body;
        const vec4 lambda = FETCH(lambdas, row);
        if (lambda.w == 0.0 || own == other) continue;
        const vec3 push = lambda.w * plane_of(row).xyz + lambda.xyz;
        const vec3 impulse = push / frame[0].h + FETCH(pushes, row).xyz;
        accumulate(i, params.first_corner, 1 + params.colliders + other, weight_of(entries[k]) * impulse);
    }
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    bounce(i);
    if (ACCUMULATE && i < params.first_corner) accumulate_contacts(i);
}
