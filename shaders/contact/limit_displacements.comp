#version 460
#extension GL_GOOGLE_include_directive : require
// One candidate: limits the displacements of its particles, so that its features neither intersect nor pass through each other,
// whatever the solver did. Where it truncates, it makes the passes of another round run.
#include "bindings/contact/limit_displacements.glsl"

#include "deformable_contact.glsl"
#include "trajectories.glsl"
#include "released.glsl"
#include "cull.glsl"

// The fraction of their displacements by which features come as close as truncation allows; 1 if they do not.
float limit_of(uint kind, float gap) {
    vec3 separation = nearest_at(kind, 0.0).separation;
    const float far = length(separation);
    if (far <= INTERSECTING_GAP * gap) return 1.0;
    // Within the band, features do not approach at all: their distance would shrink until it has no direction.
    const float left = min(far, max(LEAST_GAP * min(gap, far), LEAST_BAND * gap));
    float time = separation_at_end(kind, separation / far) >= 0.999 * left ? 1.0 : 0.0;
    for (uint step = 0; step < TRUNCATION_STEPS && time < 1.0; ++step) {
        if (length(separation) <= 1.05 * left) break;
        time = impact(kind, separation, time, left);
        if (time >= 1.0) break;
        separation = nearest_at(kind, time).separation;
    }
    return time;
}

void limit(uvec4 of, float time) {
    const uint bits = floatBitsToUint(time);
    [[unroll]] for (uint k = 0; k < 4; ++k) atomicMin(limits[of[k]], bits);
    atomicMin(state[0].least[params.round - 1], bits);
    atomicMax(calls[CALLS_TRUNCATED_CANDIDATES].x, (state[0].candidates + WORKGROUP - 1) / WORKGROUP);
    atomicMax(calls[CALLS_TRUNCATED_PARTICLES].x, (params.count + WORKGROUP - 1) / WORKGROUP);
}

void check(uint i, uvec4 of, vec4 clearance) {
    const uint kind = FETCH(keys, i).z;
    const float gap = clearance.z;
    // Bodies that start that close intersected, or nearly.
    const bool intersected = gap < INTERSECTING_MARGIN * (clearance.w - gap);
    if (intersected || any_removed(of) || release_of(kind, of) == RELEASED_FREELY) return;
    load_trajectories(of);
    const float time = limit_of(kind, gap);
    if (time < 1.0) limit(of, time);
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= state[0].candidates) return;
    const uvec4 of = FETCH(corners, i);
    const vec4 clearance = FETCH(clearances, i);
    // A loop, since software drivers run both sides of a branch, and most candidates are clear.
    for (uint once = is_clear(of, clearance, LEAST_GAP * clearance.z) ? 0 : 1; once != 0; --once) check(i, of, clearance);
}
