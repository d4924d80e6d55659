#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One workgroup: keeps rigid bodies apart, with friction, manifold by manifold and colour by colour, there and back: in one
// direction alone what a push does to another depends on their order, and towers swing up (docs/method.md, rigid bodies).
layout(push_constant, scalar) uniform Params { RigidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Frames { Frame frame[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Pairs { RigidPair pairs[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Ordered { uint ordered[]; };
layout(set = 0, binding = 3, scalar) readonly buffer ColorStarts { uint color_starts[]; };
layout(set = 0, binding = 4, scalar) coherent buffer Steps { RigidStep steps[]; };
layout(set = 0, binding = 5, scalar) buffer Manifolds { Manifold manifolds[]; };
layout(set = 0, binding = 6, scalar) buffer Contacts { RigidContact contacts[]; };
layout(set = 0, binding = 7, scalar) readonly buffer Slips { vec4 slips[]; };

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
