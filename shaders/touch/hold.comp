#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle: goes no further than its pairs let it, beyond the way of all, and no faster; in the last round, none goes further than
// any pair lets its own.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Entries { uint entries[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Limits { float limit[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Leasts { uint least[]; };
layout(set = 0, binding = 4, scalar) readonly buffer States { TouchState state[]; };
layout(set = 0, binding = 5, scalar) readonly buffer Frames { Frame frame[]; };
layout(set = 0, binding = 6, scalar) readonly buffer StartPositions { vec4 start_position[]; };
layout(set = 0, binding = 7, scalar) buffer Moved { vec4 moved[]; };
layout(set = 0, binding = 8, scalar) buffer Positions { vec4 position[]; };
layout(set = 0, binding = 9, scalar) buffer Remainders { vec3 remainder[]; };
layout(set = 0, binding = 10, scalar) buffer Velocities { vec4 velocity[]; };

#include "advance.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    const float all = uintBitsToFloat(least[params.round]);
    if (i >= params.count || all == 1.0) return;
    float own = all;
    if (params.round + 1 < GUARDS) {
        own = 1.0;
        for (uint k = starts[i]; k < starts[i + 1]; ++k) own = min(own, limit[entries[k] / 4]);
    }
    if (own == 1.0) return;
    moved[i].xyz = mix(state[0].drift, moved[i].xyz, own);
    velocity[i].xyz = mix(state[0].drift / frame[0].h, velocity[i].xyz, own);
    advance(i, start_position[i].xyz, moved[i].xyz);
}
