#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One pair: how much of their ways its parts may go at most, so that they neither meet nor go through each other, whatever
// the solver left. The least of all is told, too, for each round. Where a round held nothing, there is nothing to do in the next.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer States { TouchState state[]; };
FETCHED_UVEC4(1, Corners, corners);
FETCHED_UVEC4(2, Manners, manners);
FETCHED_VEC4(3, Positions, position);
FETCHED_VEC4(4, Moved, moved);
FETCHED_FLOAT(5, Aparts, apart_at_start);
layout(set = 0, binding = 6, scalar) writeonly buffer Limits { float limit[]; };
// The bits of floats, 0..1.
layout(set = 0, binding = 7, scalar) buffer Leasts { uint least[]; };

#include "touch.glsl"
#include "ways.glsl"

// Of the gap: parts that are closer than that cut each other, or all but, and would never come free.
#define CUT 1e-5
// Of how far beyond their gap they may push: bodies that all but cut each other there at the start keep a gap of less.
#define CUTTING 0.05
#define STEPS 16

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= state[0].pairs || (params.fill > 0 && least[params.fill - 1] == floatBitsToUint(1.0))) return;
    const uvec4 manner = FETCH(manners, i);
    const uint kind = manner.x;
    const float gap = uintBitsToFloat(manner.y);
    const float reach = uintBitsToFloat(manner.z);
    const float start = FETCH(apart_at_start, i).x;
    const uvec4 ends = FETCH(corners, i);
    load_ways(ends);
    const float left = LEAST * min(gap, start);
    float time = start <= CUT * gap || gap < CUTTING * (reach - gap) ? 1.0 : 0.0;
    // Most go too short a way to be looked at.
    if (closing(kind) <= start - left) time = 1.0;
    if (time < 1.0) load_places(ends);
    for (uint step = 0; step < STEPS && time < 1.0; ++step) {
        const vec3 between = nearest_at(kind, time).apart;
        const float apart = length(between);
        if (apart <= 1.05 * left) break;
        time = meeting(kind, between, time, left);
    }
    limit[i] = time;
    if (time < 1.0) atomicMin(least[params.fill], floatBitsToUint(time));
}
