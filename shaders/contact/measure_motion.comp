#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: measures how far it deviates from its expected trajectory, by which candidates are culled. Where it used up its
// allowance, the substep searches; at its start, or again after the solve. After a round of truncation the particle first
// truncates its displacement.
#include "bindings/contact/measure_motion.glsl"

// Updates the mean displacement.
void average(uint i, vec3 moved) { means[i].xyz += MEAN_RATE * (moved - means[i].xyz); }

void truncate(uint i) {
    const float fraction = uintBitsToFloat(limit_bits[i]);
    if (fraction >= 1.0) return;
    atomicAdd(status[STATUS_TRUNCATED], 1);
    displacement[i].xyz *= fraction;
    limit_bits[i] = floatBitsToUint(1.0);
}

void set(uint call, uint count) { atomicMax(calls[call].x, (count + WORKGROUP - 1) / WORKGROUP); }

void search_again() {
    set(CALLS_AGAIN_ONCE, 1);
    set(CALLS_AGAIN_ELEMENTS, params.elements);
    set(CALLS_AGAIN_LEAVES, (params.elements + 7) / 8);
    set(CALLS_AGAIN_PARTICLES, params.count);
}

// Also for deviations that are no numbers.
bool exceeds(vec3 deviation, float most) { return !(length(deviation) <= most); }

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const bool at_start = params.round == 0;
    const bool after_solve = params.round == 1;
    if (!at_start) truncate(i);
    const vec4 reference = FETCH(references, i);
    if (reference.w >= UNBOUNDED) return;
    // At the start the state still counts the substeps until the substep before.
    const float since = at_start ? state[0].substeps + 1.0 : state[0].substeps;
    const vec3 trajectory = FETCH(trajectories, i).xyz;
    const vec3 relative = FETCH(position, i).xyz - reference.xyz;
    const vec3 moved = displacement[i].xyz;
    const vec3 from = relative - min(since, SUBSTEPS_AHEAD) * trajectory;
    const vec3 to = relative - min(since + 1.0, SUBSTEPS_AHEAD) * trajectory;
    const vec3 end = to + moved;
    const vec3 next = relative - min(since + 2.0, SUBSTEPS_AHEAD) * trajectory + 2.0 * moved;
    // After the solve the next substep is expected to be like this one.
    const bool checked = at_start || after_solve;
    if (checked && exceeds(at_start ? end : next, ALLOWANCE_AT_START * reference.w)) atomicOr(state[0].stale, 1);
    if (after_solve) {
        average(i, moved);
        if (exceeds(end, reference.w)) search_again();
    }
    // A later round may truncate the displacement to anything between 0 and this.
    const float between = at_start ? 0.0 : length(to);
    motions[i] = max(between, max(length(from), length(end)));
}
