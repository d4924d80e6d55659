#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One workgroup: what will hit in this substep bounces before it goes on, round after round until nothing hits any more, so that a
// push goes through a row of balls and no impact is lost to what keeps bodies apart.
layout(push_constant, scalar) uniform Params { RigidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Frames { Frame frame[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Rigids { Rigid rigids[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Pairs { RigidPair pairs[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Ordered { uint ordered[]; };
layout(set = 0, binding = 4, scalar) readonly buffer ColorStarts { uint color_starts[]; };
layout(set = 0, binding = 5, scalar) readonly buffer Manifolds { Manifold manifolds[]; };
layout(set = 0, binding = 6, scalar) buffer Contacts { RigidContact contacts[]; };
layout(set = 0, binding = 7, scalar) coherent buffer States { RigidState states[]; };

#include "math.glsl"
#include "rigid.glsl"
#include "friction.glsl"
#include "block.glsl"
#include "speeds.glsl"

shared uint hit;

void solve(uint pair) {
    const Manifold manifold = manifolds[pair];
    if (manifold.points == 0 || manifold.coefficients.restitution == 0.0) return;
    take_ends(pairs[pair].bodies);
    bool hits = false;
    for (uint i = 0; i < manifold.points; ++i) {
        const RigidContact contact = contacts[POINTS * pair + i];
        take_point(i, contact);
        lambda[i] = 0.0;
        const float speed = open[i];
        const bool here = speed < -frame[0].rest_speed && contact.open + frame[0].h * speed < 0.0;
        hits = hits || here;
        open[i] += here ? manifold.coefficients.restitution * speed : max(contact.open, 0.0) / frame[0].h;
    }
    if (!hits) return;
    press(manifold.points);
    vec3 tangent = vec3(0.0);
    float twist = 0.0;
    rub(manifold.points, manifold.coefficients, 0.0, vec4(0.0), tangent, twist);
    keep_ends(pairs[pair].bodies);
    hit = 1;
}

// What bounced may part as fast as that.
void tell_parting(uint pair) {
    take_ends(pairs[pair].bodies);
    for (uint i = 0; i < manifolds[pair].points; ++i) {
        take_point(i, contacts[POINTS * pair + i]);
        contacts[POINTS * pair + i].parting = open[i];
    }
}

void main() {
    const uint lane = gl_LocalInvocationIndex;
    for (uint round = 0; round < MOST_BOUNCES; ++round) {
        if (lane == 0) hit = 0;
        barrier();
        for (uint color = 0; color < COLORS; ++color) {
            const uint last = color_starts[color + 1];
            if (color_starts[color] == last) break;
            for (uint k = color_starts[color] + lane; k < last; k += WORKGROUP) solve(ordered[k]);
            memoryBarrierBuffer();
            barrier();
        }
        for (uint k = color_starts[COLORS]; lane == 0 && k < color_starts[COLORS + 1]; ++k) solve(ordered[k]);
        memoryBarrierBuffer();
        barrier();
        if (hit == 0) break;
        barrier();
    }
    for (uint k = color_starts[0] + lane; k < color_starts[COLORS + 1]; k += WORKGROUP) tell_parting(ordered[k]);
}
