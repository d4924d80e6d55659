#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One place: its particle goes where the changes of pressure around it push it. With Jacobi it had gone there an
// iteration ago, too, as in touch/move.
layout(push_constant, scalar) uniform Params { FluidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Particles { uint particles[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Order { uint order[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Counts { uint counts[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Neighbours { uvec3 neighbours[]; };
FETCHED_VEC4(4, PointPlaces, places);
layout(set = 0, binding = 5, scalar) readonly buffer Walls { vec4 walls[]; };
layout(set = 0, binding = 6, scalar) readonly buffer Changes { float change[]; };
layout(set = 0, binding = 7, scalar) readonly buffer Velocities { vec4 velocity[]; };
layout(set = 0, binding = 8, scalar) readonly buffer Positions { vec4 position[]; };
layout(set = 0, binding = 9, scalar) buffer Moved { vec4 moved[]; };
layout(set = 0, binding = 10, scalar) buffer Before { vec4 before[]; };
layout(set = 0, binding = 11, scalar) buffer Places { vec4 place[]; };

#include "features.glsl"
#include "fluid.glsl"
#include "around.glsl"

void main() {
    const uint s = gl_GlobalInvocationID.x;
    if (s >= params.count) return;
    const vec4 here = FETCH(places, s);
    const float own = change[s];
    vec3 push = vec3(0.0);
    const uint neighbours_here = counts[s];
    for (uint k = 0; k < neighbours_here; k += 4) {
        const uvec4 four = four_around(s, k);
        [[unroll]] for (uint e = 0; e < 4; ++e) {
            if (k + e >= neighbours_here) continue;
            const uint j = four[e];
            const vec4 other = FETCH(places, j);
            const vec3 apart = here.xyz - other.xyz;
            const float r = length(apart);
            const float u = closeness(r);
            push += abs(other.w) * (own + change[j]) * u * u / max(r, TINY) * apart;
        }
    }
    push = abs(here.w) * (params.push * push + params.steep * own * walls[s].xyz);
    const uint p = particles[order[s]];
    push *= params.unit * velocity[p].w;
    const vec3 d = moved[p].xyz + push;
    moved[p].xyz = d;
    if (!JACOBI) return;
    before[p].xyz += push;
    place[p].xyz = position[p].xyz + d;
}
