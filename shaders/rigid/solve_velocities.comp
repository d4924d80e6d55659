#version 460
#extension GL_GOOGLE_include_directive : require
// One workgroup: velocity solve: removes normal and sliding velocity at active contacts, within the friction cone, forward and
// backward through the colours. Otherwise bodies would rock on the residuals of a substep. It also accumulates the slip that
// static friction could have held.
#include "bindings/rigid/solve_velocities.glsl"

#include "math.glsl"
#include "rigid.glsl"
#include "friction.glsl"
#include "block.glsl"
#include "friction_cone.glsl"
#include "velocities.glsl"

// Loads a pair; `separation` becomes its normal velocity.
void load_pair(uint pair) {
    load_ends(pairs[pair].bodies);
    [[unroll]] for (uint i = 0; i < POINTS; ++i) load_point_velocity(i, i < manifolds[pair].points, contacts[POINTS * pair + i]);
}

void accumulate_slip(uint pair) {
    load_pair(pair);
    slips[pair] = manifolds[pair].points == 0 ? vec4(0.0) : accumulated_slip(manifolds[pair].coefficients, frame[0].h, slips[pair]);
}

void solve(uint pair) {
    const Manifold manifold = manifolds[pair];
    load_pair(pair);
    const float per_h = 1.0 / frame[0].h;
    bool is_active = false;
    [[unroll]] for (uint i = 0; i < POINTS; ++i) {
        // A contact that bounced keeps its normal velocity.
        const float normal_velocity = contacts[POINTS * pair + i].normal_velocity;
        separation[i] -= normal_velocity > frame[0].rest_speed ? normal_velocity : 0.0;
        if (lambda[i] <= 0.0) normals[i] = vec3(0.0);
        is_active = is_active || lambda[i] > 0.0;
        lambda[i] *= per_h;
    }
    if (!is_active) return;
    solve_normals();
    vec3 tangent = per_h * manifold.tangent;
    float twist = per_h * manifold.twist;
    solve_friction(manifold.coefficients, frame[0].rest_speed, vec4(0.0), tangent, twist);
    store_ends(pairs[pair].bodies);
}

#include "colors.glsl"

void main() {
    const uint count = colors();
    for (uint k = gl_LocalInvocationIndex; k < color_starts[COLORS + 1]; k += WORKGROUP) accumulate_slip(ordered[k]);
    memoryBarrierBuffer();
    barrier();
    for (uint step = 0; step < 2 * count; ++step) solve_color(step < count ? step : 2 * count - 1 - step);
}
