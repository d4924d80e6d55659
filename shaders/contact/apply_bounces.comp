#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: its velocity after those of its touches that bounced; what other bodies gave it is tallied.
#include "bindings/contact/apply_bounces.glsl"
// −1: it bounced.
// Whether any of a particle's touches did.

#include "features.glsl"
#include "accumulate.glsl"

// What a touch changes velocities by.
vec3 bounce_of(uint row) { return FETCH(presses, row).x < 0.0 ? FETCH(pushes, row).xyz : vec3(0.0); }

void bounce(uint i) {
    vec3 sum = vec3(0.0);
    for (uint k = starts[i]; k < ends[i]; ++k) sum += FETCH(weights, entries[k] / 4)[entries[k] % 4] * bounce_of(entries[k] / 4);
    velocity[i].xyz += velocity[i].w * sum;
}

void accumulate_contacts(uint i) {
    for (uint k = starts[i]; k < ends[i]; ++k) {
        const uint row = entries[k] / 4;
        const uint corner = entries[k] % 4;
        const uvec4 met = FETCH(corners, row);
        const bool first = corner == 0 || (corner == 1 && FETCH(manners, row).x != POINT_TRIANGLE);
        const uint other = body_of[first ? met.w : met.x];
        const vec4 lambda = FETCH(lambdas, row);
        if (lambda.w == 0.0 || other == body_of[i]) continue;
        const vec3 impulse = (lambda.w * FETCH(normals, row).xyz + lambda.xyz) / frame[0].h + bounce_of(row);
        accumulate(i, params.count, 1u + params.colliders + other, FETCH(weights, row)[corner] * impulse);
    }
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    // Software drivers go through what is behind a condition even where it does not hold, but not through loops.
    for (; bounced[i] != 0; bounced[i] = 0) bounce(i);
    if (ACCUMULATE) accumulate_contacts(i);
}
