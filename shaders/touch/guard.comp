#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One pair: how much of their ways its parts may go at most, so that they neither meet nor go through each other, whatever
// the solver left. The least of all is told, too.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer States { TouchState state[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Pairs { Pair pairs[]; };
FETCHED_VEC4(2, Positions, position);
FETCHED_VEC4(3, Moved, moved);
layout(set = 0, binding = 4, scalar) readonly buffer Touches { Touch touches[]; };
layout(set = 0, binding = 5, scalar) writeonly buffer Limits { float limit[]; };
// The bits of a float, 0..1.
layout(set = 0, binding = 6, scalar) buffer Leasts { uint least[]; };

#include "touch.glsl"
#include "ways.glsl"

// Of the gap: parts that are closer than that cut each other, or all but, and would never come free.
#define CUT 1e-5
#define STEPS 16

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= state[0].pairs) return;
    const Pair pair = pairs[i];
    load_ways(pair.corners);
    const float most = closing(pair.kind);
    const float left = LEAST * min(pair.gap, touches[i].apart);
    float apart = touches[i].apart;
    float time = apart <= CUT * pair.gap ? 1.0 : 0.0;
    for (uint step = 0; step < STEPS; ++step) {
        if ((1.0 - time) * most <= apart - left) {
            time = 1.0;
            break;
        }
        if (apart <= 1.05 * left) break;
        time += (apart - left) / most;
        apart = length(nearest_at(pair.kind, time).apart);
    }
    limit[i] = time;
    if (time < 1.0) atomicMin(least[0], floatBitsToUint(time));
}
