#version 460
#extension GL_GOOGLE_include_directive : require
// One workgroup: what presses neither parts nor slides on, as far as friction holds it, colour by colour, there and back. Else bodies
// rock on what a substep left open, and go from one foot to the other. What slid although friction could hold it is kept in mind.
#include "bindings/rigid/solve_velocities.glsl"

#include "math.glsl"
#include "rigid.glsl"
#include "friction.glsl"
#include "block.glsl"
#include "rub.glsl"
#include "speeds.glsl"

// Takes a pair, `open` the speed at which it parts.
void take_pair(uint pair) {
    take_ends(pairs[pair].bodies);
    [[unroll]] for (uint i = 0; i < POINTS; ++i) take_point(i, i < manifolds[pair].points, contacts[POINTS * pair + i]);
}

void remember(uint pair) {
    take_pair(pair);
    slips[pair] = manifolds[pair].points == 0 ? vec4(0.0) : slipped(manifolds[pair].coefficients, frame[0].h, slips[pair]);
}

void solve(uint pair) {
    const Manifold manifold = manifolds[pair];
    take_pair(pair);
    const float per_h = 1.0 / frame[0].h;
    bool presses = false;
    [[unroll]] for (uint i = 0; i < POINTS; ++i) {
        // What bounced goes on as it does.
        const float parting = contacts[POINTS * pair + i].parting;
        open[i] -= parting > frame[0].rest_speed ? parting : 0.0;
        if (lambda[i] <= 0.0) normals[i] = vec3(0.0);
        presses = presses || lambda[i] > 0.0;
        lambda[i] *= per_h;
    }
    if (!presses) return;
    press();
    vec3 tangent = per_h * manifold.tangent;
    float twist = per_h * manifold.twist;
    rub(manifold.coefficients, frame[0].rest_speed, vec4(0.0), tangent, twist);
    keep_ends(pairs[pair].bodies);
}

#include "colors.glsl"

void main() {
    const uint there = colors();
    for (uint k = gl_LocalInvocationIndex; k < color_starts[COLORS + 1]; k += WORKGROUP) remember(ordered[k]);
    memoryBarrierBuffer();
    barrier();
    for (uint step = 0; step < 2 * there; ++step) solve_color(step < there ? step : 2 * there - 1 - step);
}
