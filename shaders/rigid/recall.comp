#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One pair of colliders that was found: its place among those of its first collider, by the second one, so that it does not show how
// they were found; and what it slid before, if it was known.
layout(push_constant, scalar) uniform Params { RigidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer OldStarts { uint old_starts[]; };
layout(set = 0, binding = 1, scalar) readonly buffer OldPairs { RigidPair old_pairs[]; };
layout(set = 0, binding = 2, scalar) readonly buffer OldSlips { vec4 old_slips[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 4, scalar) readonly buffer Found { RigidPair found[]; };
layout(set = 0, binding = 5, scalar) writeonly buffer Pairs { RigidPair pairs[]; };
layout(set = 0, binding = 6, scalar) writeonly buffer Slips { vec4 slips[]; };

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= min(starts[params.parts], params.capacity)) return;
    const RigidPair pair = found[i];
    const uvec2 parts = pair.parts;
    uint at = starts[parts.x];
    const uint end = min(starts[parts.x + 1], params.capacity);
    for (uint k = starts[parts.x]; k < end; ++k) at += found[k].parts.y < parts.y ? 1 : 0;
    const uint last = min(old_starts[parts.x + 1], params.capacity);
    vec4 slip = vec4(0.0);
    for (uint k = old_starts[parts.x]; k < last; ++k) {
        if (old_pairs[k].parts != parts) continue;
        slip = old_slips[k];
        break;
    }
    pairs[at] = pair;
    slips[at] = slip;
}
