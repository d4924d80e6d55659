#version 460
#extension GL_GOOGLE_include_directive : require
// One pair: how much of their ways its parts may go at most, so that they neither meet nor go through each other, whatever
// the solver left. The least of all is told, too, for each round. Where a round held nothing, there is nothing to do in the next.
#include "bindings/contact/limit_pairs.glsl"
// The bits of floats, 0..1.

#include "deformable_contact.glsl"
#include "trajectories.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (stale[STALE_GUARD] == 0 || i >= state[0].pairs || (params.round > 0 && least[params.round - 1] == floatBitsToUint(1.0))) return;
    const uvec4 manner = FETCH(manners, i);
    const uint kind = manner.x;
    const float gap = uintBitsToFloat(manner.y);
    const float detected = FETCH(apart, i).x;
    const uvec4 ends = FETCH(corners, i);
    load_ways(ends);
    float time = closing(kind) <= UNLIMITED_APPROACH * detected || detected == 0.0 ? 1.0 : 0.0;
    float left = 0.0;
    for (uint step = 0; step < TRUNCATION_STEPS && time < 1.0; ++step) {
        if (step == 0) load_places(ends);
        const vec3 between = nearest_at(kind, time).apart;
        const float apart = length(between);
        if (step == 0) left = LEAST_GAP * min(gap, apart);
        if (apart <= 1.05 * left) break;
        time = meeting(kind, between, time, left);
    }
    limit[i] = time;
    if (time < 1.0) atomicMin(least[params.round], floatBitsToUint(time));
}
