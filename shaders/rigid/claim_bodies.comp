#version 460
#extension GL_GOOGLE_include_directive : require
// One pair without a colour: claims both bodies for the colour that it proposes.
#include "bindings/rigid/claim_bodies.glsl"

#include "rigid/coloring.glsl"

void main() {
    const uint pair = gl_GlobalInvocationID.x;
    if (!is_uncolored(pair)) return;
    const uvec2 bodies = pairs[pair].bodies;
    const uint color = colors[pair] & ~PROPOSED;
    atomicMax(claims[claim_of(bodies.x, color)], priority(pair));
    atomicMax(claims[claim_of(bodies.y, color)], priority(pair));
}
