#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle: its velocity after the touches that share it; what other bodies gave it is tallied.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Frames { Frame frame[]; };
layout(set = 0, binding = 1, scalar) readonly buffer BodyOf { uint body_of[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Entries { uint entries[]; };
layout(set = 0, binding = 4, scalar) readonly buffer Pairs { Pair pairs[]; };
layout(set = 0, binding = 5, scalar) readonly buffer Touches { Touch touches[]; };
layout(set = 0, binding = 6, scalar) readonly buffer Pushes { vec3 pushes[]; };
layout(set = 0, binding = 7, scalar) buffer Velocities { vec4 velocity[]; };
layout(set = 0, binding = 8, scalar) buffer Tallies { Tally tallies[]; };
layout(set = 0, binding = 9, scalar) buffer Statuses { uint status[]; };

#include "features.glsl"
#include "pushed.glsl"
#include "tally.glsl"

void tally_touches(uint i) {
    for (uint k = starts[i]; k < starts[i + 1]; ++k) {
        const uint row = entries[k] / 4;
        const uint corner = entries[k] % 4;
        const Touch touch = touches[row];
        const uvec4 corners = pairs[row].corners;
        const bool first = corner == 0 || (corner == 1 && pairs[row].kind != POINT_TRIANGLE);
        const uint other = body_of[first ? corners.w : corners.x];
        if (touch.presses == 0 || other == body_of[i]) continue;
        const vec3 impulse = (touch.lambda * touch.normal + touch.tangent) / frame[0].h + pushes[row];
        tally(i, params.count, 1u + params.colliders + other, touch.weights[corner] * impulse);
    }
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    velocity[i].xyz += velocity[i].w * pushed(i);
    if (TALLY) tally_touches(i);
}
