#version 460
#extension GL_GOOGLE_include_directive : require
// One pair without a colour: proposes the lowest or second lowest colour that is free at both bodies, and clears the claims for it.
// With two to choose from, fewer pairs of a body propose the same one, so half as many rounds suffice.
#include "bindings/rigid/propose_colors.glsl"

#include "include/math.glsl"
#include "include/rotation.glsl"
#include "rigid/coloring.glsl"

uint taken_by(uint body) { return is_free(rigids[body]) ? taken[body] : 0u; }

uint proposal(uint pair, uint free) {
    const uint second = free & (free - 1u);
    const bool skips = (hashed(pair) >> (7u + params.round)) % 2u == 1u;
    return findLSB(skips && second != 0u ? second : free);
}

void main() {
    const uint pair = gl_GlobalInvocationID.x;
    if (!is_uncolored(pair)) return;
    const uvec2 bodies = pairs[pair].bodies;
    const uint free = ~(taken_by(bodies.x) | taken_by(bodies.y)) & ((1u << COLORS) - 1u);
    if (free == 0u) {
        colors[pair] = COLORS;
        return;
    }
    const uint color = proposal(pair, free);
    colors[pair] = PROPOSED | color;
    atomicMin(claims[claim_of(bodies.x, color)], 0u);
    atomicMin(claims[claim_of(bodies.y, color)], 0u);
}
