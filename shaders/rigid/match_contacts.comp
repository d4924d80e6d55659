#version 460
#extension GL_GOOGLE_include_directive : require
// One pair that was found: sorts it among those of its first collider by the second one, so that the order of the search does not
// matter. A pair of the previous frame keeps its slip. Colours of pairs and workgroup counts of the rounds of colouring are reset.
#include "bindings/rigid/match_contacts.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i < COLORING_ROUNDS) dispatch_arguments[i] = uvec3(0, 1, 1);
    if (i >= min(starts[params.colliders], params.capacity)) return;
    colors[i] = NONE;
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
