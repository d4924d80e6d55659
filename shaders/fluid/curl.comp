#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One place: how fast the fluid turns there, ∇ × v [MM13, eq. 15], and the amount of that, for its neighbours.
layout(push_constant, scalar) uniform Params { FluidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Counts { uint counts[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Neighbours { uvec3 neighbours[]; };
FETCHED_VEC4(2, Places, places);
FETCHED_VEC4(3, Flows, flows);
layout(set = 0, binding = 4, scalar) writeonly buffer Curls { vec4 curls[]; };

#include "fluid.glsl"
#include "around.glsl"

void main() {
    const uint s = gl_GlobalInvocationID.x;
    if (s >= params.count) return;
    const vec4 here = FETCH(places, s);
    vec3 curl = vec3(0.0);
    const uint neighbours_here = here.w > 0.0 ? counts[s] : 0;
    for (uint k = 0; k < neighbours_here; k += 4) {
        const uvec4 four = four_around(s, k);
        [[unroll]] for (uint e = 0; e < 4; ++e) {
            if (k + e >= neighbours_here) continue;
            const uint j = four[e];
            const vec4 other = FETCH(places, j);
            if (other.w <= 0.0) continue;
            const vec3 apart = here.xyz - other.xyz;
            const float r = length(apart);
            const float u = closeness(r);
            curl += other.w * u * u / max(r, TINY) * cross(FETCH(flows, j).xyz - FETCH(flows, s).xyz, apart);
        }
    }
    curl *= params.push;
    curls[s] = vec4(curl, length(curl));
}
