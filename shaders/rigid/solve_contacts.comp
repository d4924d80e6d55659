#version 460
#extension GL_GOOGLE_include_directive : require
// One workgroup: keeps rigid bodies apart, with friction, manifold by manifold and colour by colour, there and back: in one
// direction alone what a push does to another depends on their order, and towers swing up (docs/method.md, rigid bodies).
#include "bindings/rigid/solve_contacts.glsl"

#include "friction.glsl"
#include "block.glsl"
#include "rub.glsl"
#include "ends.glsl"

void solve(uint pair) {
    Manifold manifold = manifolds[pair];
    if (manifold.points == 0) return;
    const uvec2 bodies = pairs[pair].bodies;
    a = end(bodies.x);
    b = end(bodies.y);
    float pressed = 0.0;
    [[unroll]] for (uint i = 0; i < POINTS; ++i) {
        const RigidContact contact = contacts[POINTS * pair + i];
        take(i, i < manifold.points, contact);
        open[i] = contact.open + dot(normals[i], relative(arms_a[i], arms_b[i]));
        pressed += lambda[i];
    }
    press();
    [[unroll]] for (uint i = 0; i < POINTS; ++i) {
        if (i < manifold.points) contacts[POINTS * pair + i].lambda = lambda[i];
        pressed += lambda[i];
    }
    if (pressed == 0.0) return;
    rub(manifold.coefficients, frame[0].h * frame[0].rest_speed, slips[pair], manifold.tangent, manifold.twist);
    manifolds[pair].tangent = manifold.tangent;
    manifolds[pair].twist = manifold.twist;
    keep(bodies.x, a);
    keep(bodies.y, b);
}

#include "colors.glsl"

void main() {
    const uint there = colors();
    for (uint step = 0; step < 2 * there; ++step) solve_color(step < there ? step : 2 * there - 1 - step);
}
