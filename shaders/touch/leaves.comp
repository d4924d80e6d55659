#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One surface element, where pairs are sought anew: the box of everywhere that it may go, with its thickness; the mean way of
// its corners and how much theirs differ from it.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Stale { uint stale[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Elements { TouchElement elements[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Bodies { TouchBody bodies[]; };
layout(set = 0, binding = 3, scalar) readonly buffer BodyOf { uint body_of[]; };
layout(set = 0, binding = 4, scalar) readonly buffer Soughts { vec4 sought[]; };
layout(set = 0, binding = 5, scalar) writeonly buffer Nodes { Bounds nodes[]; };
layout(set = 0, binding = 6, scalar) readonly buffer Ways { vec3 ways[]; };
layout(set = 0, binding = 7, scalar) writeonly buffer Speeds { vec4 speeds[]; };

void main() {
    const uint e = gl_GlobalInvocationID.x;
    if (e >= params.count || stale[0] == 0) return;
    const TouchElement element = elements[e];
    const float thick = bodies[body_of[element.corners.x]].half_thickness;
    vec3 low = sought[element.corners.x].xyz;
    vec3 high = low;
    const bool segment = element.corners.z == NONE;
    const vec3 two = ways[element.corners.x] + ways[element.corners.y];
    const vec3 mean = segment ? two / 2.0 : (two + ways[element.corners.z]) / 3.0;
    float most = 0.0;
    for (uint k = 0; k < 3 && element.corners[k] != NONE; ++k) {
        const vec4 at = sought[element.corners[k]];
        most = max(most, distance(ways[element.corners[k]], mean));
        const vec3 there = at.xyz + TOUCH_AHEAD * ways[element.corners[k]];
        low = min(low, min(at.xyz, there) - (at.w + thick));
        high = max(high, max(at.xyz, there) + (at.w + thick));
    }
    nodes[e] = Bounds(low, high);
    speeds[e] = vec4(mean, most);
}
