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
#include "ends.glsl"

void solve(uint pair) {
    Manifold manifold = manifolds[pair];
    if (manifold.points == 0) return;
    const uvec2 bodies = pairs[pair].bodies;
    a = end(bodies.x);
    b = end(bodies.y);
    float pressed = 0.0;
    for (uint i = 0; i < manifold.points; ++i) {
        const RigidContact contact = contacts[POINTS * pair + i];
        normals[i] = contact.normal;
        arms_a[i] = contact.arm_a;
        arms_b[i] = contact.arm_b;
        lambda[i] = contact.lambda;
        open[i] = contact.open + dot(contact.normal, relative(contact.arm_a, contact.arm_b));
        pressed += lambda[i];
    }
    press(manifold.points);
    for (uint i = 0; i < manifold.points; ++i) {
        contacts[POINTS * pair + i].lambda = lambda[i];
        pressed += lambda[i];
    }
    if (pressed == 0.0) return;
    rub(manifold.points, manifold.coefficients, frame[0].h * frame[0].rest_speed, slips[pair], manifold.tangent, manifold.twist);
    manifolds[pair] = manifold;
    keep(bodies.x, a);
    keep(bodies.y, b);
}

#define THERE_AND_BACK true
#include "colors.glsl"
