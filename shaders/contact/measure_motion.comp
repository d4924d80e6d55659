#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: measures how far it deviates from its expected trajectory, by which candidates are culled. Where it used up its
// allowance, the substep searches; at its start, or again after the solve. After a round of truncation the particle first
// truncates its displacement.
#include "bindings/contact/measure_motion.glsl"

#include "contact/deviation.glsl"

// Updates the mean displacement.
void average(uint i, vec3 moves) { means[i].xyz += MEAN_RATE * (moves - means[i].xyz); }

void truncate(uint i) {
    const float fraction = uintBitsToFloat(limit_bits[i]);
    if (fraction >= 1.0) return;
    atomicAdd(status[STATUS_TRUNCATED], 1);
    displacement[i].xyz *= fraction;
    limit_bits[i] = floatBitsToUint(1.0);
    means[i].w += 1.0;
}

void set(uint call, uint count) { atomicMax(dispatch_arguments[call].x, (count + WORKGROUP - 1) / WORKGROUP); }

void search_again() {
    set(DISPATCH_AGAIN_ONCE, 1);
    set(DISPATCH_AGAIN_ELEMENTS, params.elements);
    set(DISPATCH_AGAIN_LEAVES, (params.elements + 7) / 8);
    set(DISPATCH_AGAIN_PARTICLES, params.count);
}

// Marks a particle that moves so far that candidates have to be evaluated again which were no contacts.
void mark_moved(uint i, vec3 x, vec3 moves) {
    const vec4 anchor = anchors[i];
    const bool stays = distance(x, anchor.xyz) + length(moves) <= anchor.w;
    moved[i] = stays ? 0 : 1;
    if (!stays) anchors[i].xyz = x;
}

// Also for deviations that are no numbers.
bool exceeds(vec3 at, vec3 way, float most) { return !(deviation(at, way) <= most); }

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const bool at_start = params.stage == SUBSTEP_START;
    const bool after_solve = params.stage == AFTER_SOLVE;
    if (!at_start) truncate(i);
    const vec4 reference = FETCH(references, i);
    if (reference.w >= UNBOUNDED) return;
    const vec3 way = SUBSTEPS_AHEAD * FETCH(trajectories, i).xyz;
    const vec3 x = FETCH(position, i).xyz;
    const vec3 moves = displacement[i].xyz;
    if (at_start) mark_moved(i, x, moves);
    const vec3 from = x - reference.xyz;
    const vec3 to = from + moves;
    // After the solve the next substep is expected to be like this one.
    const vec3 expected = at_start ? to : to + moves;
    if ((at_start || after_solve) && exceeds(expected, way, ALLOWANCE_AT_START * reference.w)) atomicOr(state[0].stale, 1);
    if (after_solve) {
        average(i, moves);
        if (exceeds(to, way, reference.w)) search_again();
    }
    // A later round may truncate the displacement, but no point of a straight line deviates more than its ends.
    motions[i] = max(deviation(from, way), deviation(to, way));
}
