#version 460
#extension GL_GOOGLE_include_directive : require
// One pair of colliders: accumulates the slip that static friction could have held, which the next substep takes back. A body that
// sleeps is marked if the other one hits it, or moves at it.
#include "bindings/rigid/accumulate_slip.glsl"

#include "include/features.glsl"
#include "include/friction.glsl"
#include "rigid/blocks/block.glsl"
#include "rigid/blocks/friction_cone.glsl"
#include "rigid/blocks/velocities.glsl"
#include "include/math.glsl"
#include "include/rotation.glsl"
#include "rigid/disturb.glsl"

// Whether a body hits the sleeping one at a contact point. A hit that another one passes on changes its velocity within a substep.
bool hits(uint other, RigidContact contact) {
    const float changed = contact.lambda * velocities[other].inverse_mass / frame[0].h;
    return max(changed, -contact.normal_velocity) > HIT_SPEED * frame[0].rest_speed;
}

// How a body disturbs the sleeping one of a pair, by the contact point where it does most.
uint disturbance(uint pair, uint other) {
    const uint activity = rigids[other].activity;
    const uint pressed = activity == RIGID_DRIVEN ? DISTURBED_AT_ONCE : activity == RIGID_MOVES ? DISTURBED_SLOWLY : 0;
    uint most = 0;
    for (uint i = 0; i < manifolds[pair].points; ++i) {
        const RigidContact contact = contacts[POINTS * pair + i];
        if (contact.lambda > 0.0) most = max(most, hits(other, contact) ? DISTURBED_AT_ONCE : pressed);
    }
    return most;
}

// Where one body of a pair sleeps: marks it if the other one disturbs it.
void disturb_sleeper(uint pair) {
    const uvec2 bodies = pairs[pair].bodies;
    const bool first = sleeps(rigids[bodies.x]);
    if (!first && !sleeps(rigids[bodies.y])) return;
    const uint most = disturbance(pair, first ? bodies.y : bodies.x);
    if (most != 0) disturb(first ? bodies.x : bodies.y, most);
}

void main() {
    const uint pair = gl_GlobalInvocationID.x;
    if (pair >= min(starts[params.colliders], params.capacity)) return;
    const Manifold manifold = manifolds[pair];
    if (manifold.points == 0) {
        slips[pair] = vec4(0.0);
        return;
    }
    disturb_sleeper(pair);
    load_ends(pair);
    [[unroll]] for (uint i = 0; i < POINTS; ++i) load_point_velocity(i, i < manifold.points, contacts[POINTS * pair + i]);
    slips[pair] = accumulated_slip(manifold.coefficients, frame[0].h, slips[pair]);
}
