#version 460
#extension GL_GOOGLE_include_directive : require
// One surface element: sorts its candidates by their keys, since the order in which they were found depends on timing, and writes
// their features and clearances. Each candidate that was known before the search keeps its slip.
#include "bindings/contact/sort_candidates.glsl"

#include "contact/deformable_contact.glsl"
#include "contact/feature_pairs.glsl"

#define ITEM FoundPair
#define LIST listed
#define KEY uint

KEY key_of(ITEM pair) { return pair.key; }

bool precedes(KEY one, KEY other) { return one < other; }

#include "contact/sort.glsl"

void set(uint call, uint count) { dispatch_arguments[call] = uvec3((count + WORKGROUP - 1) / WORKGROUP, 1, 1); }

// Writes the number of candidates and the dispatch arguments of the passes over them.
void finish_search(bool fits, uint candidates) {
    set(DISPATCH_CANDIDATES, candidates);
    // The search after the solve is for truncation alone.
    if (candidates > 0 && params.stage == SUBSTEP_START) set(DISPATCH_PARTICLES, params.count);
    state[0].known = fits ? 1 : 0;
    state[0].candidates = candidates;
}

// The slip of a candidate if it was known before the search. Its element's former candidates are in the order of their keys.
vec4 known_slip(FoundPair pair) {
    uint first = old_starts[pair.element].x;
    const uint end = old_starts[pair.element].y;
    uint last = end;
    for (uint halving = 0; halving < 32; ++halving) {
        if (first >= last) break;
        const uint middle = (first + last) / 2;
        if (old_slips[middle].w < pair.key) first = middle + 1;
        else last = middle;
    }
    return first < end && old_slips[first].w == pair.key ? vec4(uintBitsToFloat(old_slips[first].xyz), 0.0) : vec4(0.0);
}

// How far features approach each other along `direction`, which leads from the second to the first, where each corner stops
// somewhere on its way.
float approach_of(Pair pair, vec3 direction) {
    float closer = 0.0;
    float farther = 0.0;
    [[unroll]] for (uint k = 0; k < 4; ++k) {
        const float along = SUBSTEPS_AHEAD * dot(FETCH(trajectories, pair.corners[k]).xyz, direction);
        if (k < first_corners(pair.kind)) closer = max(closer, -along);
        else farther = max(farther, along);
    }
    return closer + farther;
}

// The least distance of a pair's features on their expected trajectories.
float least_distance(Pair pair) {
    vec3 x[4];
    [[unroll]] for (uint k = 0; k < 4; ++k) x[k] = FETCH(references, pair.corners[k]).xyz;
    const vec3 separation = nearest(pair.kind, x).separation;
    const float apart = length(separation);
    return apart > 0.0 ? apart - approach_of(pair, separation / apart) : 0.0;
}

void write(uint at) {
    const FoundPair listed_pair = listed[at];
    const uvec2 of = uvec2(listed_pair.element, listed_pair.key / 16);
    const Pair pair = features_of(of, FETCH(elements, of.x), FETCH(elements, of.y), listed_pair.key % 16);
    corners[at] = pair.corners;
    around[at] = pair.around;
    keys[at] = uvec4(listed_pair.element, listed_pair.key, pair.kind, owned_by(pair));
    clearances[at] = vec4(least_distance(pair), 0.0, listed_pair.gap, listed_pair.reach);
    slips[at] = known_slip(listed_pair);
}

shared uint any_long;

// The workgroup sorts and writes the long lists of its elements together.
void write_long_lists() {
    const uint first = gl_WorkGroupID.x * WORKGROUP;
    for (uint e = first; e < min(first + WORKGROUP, params.elements); ++e) {
        const uint count = starts[e + 1] - starts[e];
        if (!is_long(count)) continue;
        sort_together(starts[e], count);
        for (uint k = gl_LocalInvocationIndex; k < count; k += WORKGROUP) write(starts[e] + k);
    }
}

void main() {
    const uint e = gl_GlobalInvocationID.x;
    const uint candidates = state[0].found;
    const bool fits = candidates <= params.candidates;
    if (e == 0) finish_search(fits, fits ? candidates : 0);
    if (!fits) return;
    any_long = 0;
    barrier();
    if (e < params.elements) {
        const uint count = starts[e + 1] - starts[e];
        if (is_long(count)) any_long = 1;
        else sort_alone(starts[e], count);
        for (uint k = 0; k < (is_long(count) ? 0 : count); ++k) write(starts[e] + k);
    }
    barrier();
    if (any_long != 0) write_long_lists();
}
