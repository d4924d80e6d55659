#version 460
#extension GL_GOOGLE_include_directive : require
// One pair without a colour: where its claim prevails at both bodies, it gets the colour that it proposes. Otherwise it needs
// another round.
#include "bindings/rigid/assign_colors.glsl"

#include "include/math.glsl"
#include "include/rotation.glsl"
#include "rigid/coloring.glsl"

bool wins(uint pair, uint body, uint color) { return !is_free(rigids[body]) || claims[claim_of(body, color)] == priority(pair); }

void take(uint body, uint color) {
    if (is_free(rigids[body])) atomicOr(taken[body], 1u << color);
}

void need_another_round() {
    const uint next = params.round + 1;
    const uint count = min(starts[params.colliders], params.capacity);
    if (next < COLORING_ROUNDS) atomicMax(dispatch_arguments[next].x, (count + WORKGROUP - 1) / WORKGROUP);
}

void main() {
    const uint pair = gl_GlobalInvocationID.x;
    if (!is_uncolored(pair)) return;
    const uvec2 bodies = pairs[pair].bodies;
    const uint color = colors[pair] & ~PROPOSED;
    if (!wins(pair, bodies.x, color) || !wins(pair, bodies.y, color)) {
        need_another_round();
        return;
    }
    colors[pair] = color;
    take(bodies.x, color);
    take(bodies.y, color);
}
