#version 460
#extension GL_GOOGLE_include_directive : require
// One pair: stores the normal velocity of its contact points, which the velocity solve may leave to contacts that bounced, and finds out
// whether it will hit in this substep. It runs again after restitution, if that has changed velocities.
#include "bindings/rigid/measure_impacts.glsl"

#include "include/math.glsl"
#include "include/features.glsl"
#include "include/friction.glsl"
#include "rigid/blocks/block.glsl"
#include "rigid/blocks/velocities.glsl"
#include "include/rotation.glsl"
#include "rigid/blocks/impact.glsl"

void store_normal_velocity(uint pair) {
    load_ends(pair);
    [[unroll]] for (uint i = 0; i < POINTS; ++i) {
        load_point_velocity(i, i < manifolds[pair].points, contacts[POINTS * pair + i]);
        if (i < manifolds[pair].points) contacts[POINTS * pair + i].normal_velocity = separation[i];
    }
}

void main() {
    const uint pair = gl_GlobalInvocationID.x;
    if (pair >= min(starts[params.colliders], params.capacity) || manifolds[pair].points == 0) return;
    const bool again = params.stage == AFTER_RESTITUTION;
    if (again && impacts[0] == 0) return;
    store_normal_velocity(pair);
    if (!again && load_impact(pair)) atomicMax(impacts[0], 1u);
}
