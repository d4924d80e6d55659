#version 460
#extension GL_GOOGLE_include_directive : require
// One candidate: limits the displacements of its particles, so that its features neither intersect nor pass through each other,
// whatever the solver did. Where it truncates, it makes the passes of another round run.
#include "bindings/contact/limit_displacements.glsl"

#include "contact/deformable_contact.glsl"
#include "contact/trajectories.glsl"
#include "contact/division_plane.glsl"
#include "contact/released.glsl"
#include "contact/inner.glsl"

// Whether the features come closer than `left` in this substep.
bool collide(uint kind, vec3 start, float left) {
    const vec3 normal = start / length(start);
    if (separation_at(kind, 0.0, normal) > 0.0 && separation_at(kind, 1.0, normal) >= 0.999 * left) return false;
    float time = 0.0;
    vec3 between = start;
    for (uint step = 0; step < TRUNCATION_STEPS; ++step) {
        if (length(between) <= 1.05 * left) return true;
        time = time_of_impact(kind, between, time, left);
        if (time >= 1.0) return false;
        between = nearest_at(kind, time).separation;
    }
    return true;
}

// The fractions of their displacements that the corners keep.
vec4 kept_by(uvec4 of, uint kind, float gap) {
    const Nearest near = nearest_at(kind, 0.0);
    const float far = length(near.separation);
    if (far == 0.0 || is_inner(of, near)) return vec4(1.0);
    const vec3 normal = normal_of(kind, starts_at, near);
    // Within the band, features do not approach at all: their distance would shrink until it has no direction.
    const float band = max(LEAST_BAND * gap, rounding());
    const float left = min(far, max(LEAST_GAP * min(gap, far), band));
    const bool last = params.last_round != 0;
    if (!last && !collide(kind, near.separation, left)) return vec4(1.0);
    return limits_of(divide(kind, normal, last), kind, normal, band);
}

void limit(uvec4 of, vec4 kept) {
    [[unroll]] for (uint k = 0; k < 4; ++k) {
        if (kept[k] < 1.0) atomicMin(limit_bits[of[k]], floatBitsToUint(kept[k]));
    }
    atomicMax(dispatch_arguments[DISPATCH_TRUNCATED_CANDIDATES].x, (state[0].candidates + WORKGROUP - 1) / WORKGROUP);
    atomicMax(dispatch_arguments[DISPATCH_TRUNCATED_PARTICLES].x, (params.count + WORKGROUP - 1) / WORKGROUP);
}

void check(uint i, uvec4 of, vec4 clearance) {
    const uint kind = FETCH(keys, i).z;
    const float gap = clearance.z;
    // Bodies that start that close intersected, or nearly.
    const bool intersected = gap < INTERSECTING_MARGIN * (clearance.w - gap);
    if (intersected || any_removed(of) || release_of(kind, of) == RELEASED_FREELY) return;
    load_trajectories(of);
    const vec4 kept = kept_by(of, kind, gap);
    if (any(lessThan(kept, vec4(1.0)))) limit(of, kept);
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= state[0].candidates) return;
    const uvec4 of = FETCH(corners, i);
    const vec4 clearance = FETCH(clearances, i);
    // A loop, since software drivers run both sides of a branch, and most candidates are clear.
    for (uint once = is_clear(of, clearance, LEAST_GAP * clearance.z) ? 0 : 1; once != 0; --once) check(i, of, clearance);
}
