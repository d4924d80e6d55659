#version 460
#extension GL_GOOGLE_include_directive : require
// One workgroup: writes its pairs to their positions in the list that is sorted by key; pairs of a key keep their order. The first
// workgroup also writes where each key starts, and the workgroup counts of the passes over pairs of a key.
#include "bindings/rigid/sort_pairs.glsl"

#include "rigid/pair_key.glsl"

shared uint keys_of[WORKGROUP];

uint start(uint key) { return offsets[key * gl_NumWorkGroups.x]; }

uint size(uint key) { return start(key + 1) - start(key); }

// A colour has a dispatch of its own where it and all before are large: one workgroup solves all from the first small one on.
bool is_own(uint color) {
    bool large = color < params.color_dispatches;
    for (uint k = 0; k <= color; ++k) large = large && size(k) > SMALL_COLOR;
    return large;
}

void write_starts(uint key) {
    if (key <= key_count()) key_starts[key] = start(key);
    const bool is_kind = params.key == PAIRS_BY_KIND;
    if (key >= (is_kind ? KINDS : COLOR_DISPATCHES)) return;
    const uint workgroups = is_kind || is_own(key) ? (size(key) + WORKGROUP - 1) / WORKGROUP : 0;
    dispatch_arguments[is_kind ? key : KINDS + key] = uvec3(workgroups, 1, 1);
}

void main() {
    const uint pair = gl_GlobalInvocationID.x;
    const uint own = key(pair);
    keys_of[gl_LocalInvocationIndex] = own;
    barrier();
    if (own != NONE) {
        uint index = offsets[own * gl_NumWorkGroups.x + gl_WorkGroupID.x];
        for (uint k = 0; k < gl_LocalInvocationIndex; ++k) index += keys_of[k] == own ? 1 : 0;
        ordered[index] = pair;
    }
    if (gl_WorkGroupID.x == 0) write_starts(gl_LocalInvocationIndex);
}
