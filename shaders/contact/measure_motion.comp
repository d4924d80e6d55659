#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: measures how far it deviates from its expected trajectory, by which candidates are culled. At the start of a
// substep it reports if it used up its allowance; after a round of truncation it first truncates its displacement.
#include "bindings/contact/measure_motion.glsl"

// The largest fraction of a displacement that ends no farther than `most` from the expected position, which is `-from` away.
float within(vec3 from, vec3 change, float most) {
    if (length(from + change) <= most) return 1.0;
    const float a = dot(change, change);
    const float b = dot(from, change);
    const float c = dot(from, from) - most * most;
    if (c >= 0.0 || a == 0.0) return 0.0;
    return clamp((-b + sqrt(max(b * b - a * c, 0.0))) / a, 0.0, 1.0);
}

// The fraction of its displacement that a particle keeps after a round of truncation.
float allowed(uint i) {
    if (displacement[i].w == 0.0) return 1.0;
    return uintBitsToFloat(params.round <= TRUNCATION_ROUNDS ? limits[i] : state[0].least[TRUNCATION_ROUNDS - 1]);
}

void check_allowance(uint i, float allowance, float most) {
    motions[i] = most;
    limits[i] = floatBitsToUint(1.0);
    if (!(most <= ALLOWANCE_AT_START * allowance)) atomicOr(state[0].stale, 1);
}

void truncate(uint i, float allowance, vec3 from, vec3 to) {
    const vec3 whole = displacement[i].xyz;
    const float fraction = allowed(i);
    const float kept = within(to, fraction * whole, allowance);
    const vec3 truncated = (fraction * kept) * whole;
    if (kept < 1.0) atomicAdd(status[STATUS_ALLOWANCE], 1);
    if (fraction * kept < 1.0) {
        atomicAdd(status[STATUS_TRUNCATED], 1);
        displacement[i].xyz = truncated;
    }
    limits[i] = floatBitsToUint(1.0);
    motions[i] = max(length(from), length(to + truncated));
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const vec4 reference = FETCH(references, i);
    if (reference.w >= UNBOUNDED) return;
    const bool at_start = params.round == 0;
    // At the start the state still counts the substeps until the substep before.
    const float since = at_start ? state[0].substeps + 1.0 : state[0].substeps;
    const vec3 trajectory = FETCH(trajectories, i).xyz;
    const vec3 relative = FETCH(position, i).xyz - reference.xyz;
    const vec3 from = relative - min(since, SUBSTEPS_AHEAD) * trajectory;
    const vec3 to = relative - min(since + 1.0, SUBSTEPS_AHEAD) * trajectory;
    if (at_start) check_allowance(i, reference.w, max(length(from), length(to + displacement[i].xyz)));
    else truncate(i, reference.w, from, to);
}
