#version 460
#extension GL_GOOGLE_include_directive : require
// One workgroup: what will hit in this substep bounces before it goes on, round after round until nothing hits any more, so that a
// push goes through a row of balls and no impact is lost to what keeps bodies apart.
#include "bindings/rigid/apply_restitution.glsl"

#include "math.glsl"
#include "rigid.glsl"
#include "friction.glsl"
#include "block.glsl"
#include "rub.glsl"
#include "speeds.glsl"

shared uint hit;

// Takes a pair, `open` how fast it goes on when it has bounced; whether it hits.
bool take_pair(uint pair) {
    const Manifold manifold = manifolds[pair];
    bool hits = false;
    take_ends(pairs[pair].bodies);
    [[unroll]] for (uint i = 0; i < POINTS; ++i) {
        const RigidContact contact = contacts[POINTS * pair + i];
        take_point(i, i < manifold.points, contact);
        lambda[i] = 0.0;
        const float speed = open[i];
        const bool here = i < manifold.points && speed < -frame[0].rest_speed && contact.open + frame[0].h * speed < 0.0;
        hits = hits || here;
        open[i] += here ? manifold.coefficients.restitution * speed : max(contact.open, 0.0) / frame[0].h;
    }
    return hits && manifold.coefficients.restitution > 0.0;
}

void solve(uint pair) {
    if (!take_pair(pair)) return;
    press();
    vec3 tangent = vec3(0.0);
    float twist = 0.0;
    rub(manifolds[pair].coefficients, 0.0, vec4(0.0), tangent, twist);
    keep_ends(pairs[pair].bodies);
    hit = 1;
}

// What bounced may part as fast as that.
void tell_parting(uint pair) {
    take_ends(pairs[pair].bodies);
    [[unroll]] for (uint i = 0; i < POINTS; ++i) {
        take_point(i, i < manifolds[pair].points, contacts[POINTS * pair + i]);
        if (i < manifolds[pair].points) contacts[POINTS * pair + i].parting = open[i];
    }
}

#include "colors.glsl"

void main() {
    const uint lane = gl_LocalInvocationIndex;
    const uint there = colors();
    const uint last = color_starts[COLORS + 1];
    hit = 0;
    barrier();
    for (uint k = lane; k < last; k += WORKGROUP)
        if (take_pair(ordered[k])) hit = 1;
    barrier();
    for (uint round = 0; round < MOST_BOUNCES; ++round) {
        const bool over = hit == 0;
        barrier();
        if (over) break;
        hit = 0;
        barrier();
        for (uint color = 0; color < there; ++color) solve_color(color);
    }
    for (uint k = lane; k < last; k += WORKGROUP) tell_parting(ordered[k]);
}
