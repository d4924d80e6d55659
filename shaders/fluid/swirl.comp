#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One place: what vorticity confinement would add to its velocity [MM13, eq. 16]: along N × ω, N pointing to where it turns faster.
layout(push_constant, scalar) uniform Params { FluidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Counts { uint counts[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Neighbours { uvec3 neighbours[]; };
FETCHED_VEC4(2, Places, places);
FETCHED_VEC4(3, Curls, curls);
layout(set = 0, binding = 4, scalar) readonly buffer Livings { vec2 livings[]; };
layout(set = 0, binding = 5, scalar) writeonly buffer Swirls { vec3 swirls[]; };

#include "fluid.glsl"
#include "around.glsl"

void main() {
    const uint s = gl_GlobalInvocationID.x;
    if (s >= params.count) return;
    const vec4 here = FETCH(places, s);
    const vec4 own = FETCH(curls, s);
    vec3 rise = vec3(0.0);
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
            rise -= other.w * u * u * (FETCH(curls, j).w - own.w) / max(r, TINY) * apart;
        }
    }
    rise *= params.push;
    // Where it turns alike all around there is no way to go; the bound is far below any curl over the kernel.
    const float least = 1e-3 * own.w / params.radius;
    const vec3 way = rise / max(max(length(rise), least), TINY);
    swirls[s] = livings[s].y * cross(way, own.xyz);
}
