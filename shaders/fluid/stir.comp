#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One place: its velocity nears those around it (XSPH viscosity [MM13, eq. 17]), by a share that both of two particles have alike, so
// that momentum is kept; cohesion and vorticity confinement; and its density in the end, for metrics.
layout(push_constant, scalar) uniform Params { FluidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Particles { uint particles[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Order { uint order[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Counts { uint counts[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Neighbours { uvec3 neighbours[]; };
FETCHED_VEC4(4, Places, places);
layout(set = 0, binding = 5, scalar) readonly buffer Walls { vec4 walls[]; };
FETCHED_VEC4(6, Flows, flows);
layout(set = 0, binding = 7, scalar) readonly buffer Weights { float weights[]; };
layout(set = 0, binding = 8, scalar) readonly buffer Livings { vec2 livings[]; };
layout(set = 0, binding = 9, scalar) readonly buffer Swirls { vec3 swirls[]; };
layout(set = 0, binding = 10, scalar) buffer Velocities { vec4 velocity[]; };
layout(set = 0, binding = 11, scalar) writeonly buffer Densities { float density[]; };

#include "features.glsl"
#include "fluid.glsl"
#include "around.glsl"

void main() {
    const uint s = gl_GlobalInvocationID.x;
    if (s >= params.count) return;
    const vec4 here = FETCH(places, s);
    if (here.w <= 0.0) return;
    const vec4 flow = FETCH(flows, s);
    const float weight = weights[s];
    float filled = here.w;
    vec3 change = vec3(0.0);
    vec3 pull = vec3(0.0);
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
            filled += abs(other.w) * u * u * u;
            if (other.w <= 0.0) continue;
            const vec4 beside = FETCH(flows, j);
            // Means of viscosity and volume, and of the masses what two of them are moved by.
            const float both = (here.w + other.w) / (weight + weights[j]) * u * u * u;
            change += both * 0.5 * (flow.w + beside.w) * (beside.xyz - flow.xyz);
            // What one gets of a swirl the others lose: momentum is kept.
            if (SWIRL) change += both * (swirls[s] - swirls[j]);
            if (COHESION) pull -= min(livings[s].x, livings[j].x) * other.w * draw(u) / max(r, TINY) * apart;
        }
    }
    velocity[particles[order[s]]].xyz += weight * (params.density * change + 2.0 * here.w * pull);
    const vec4 wall = walls[s];
    density[s] = params.density * filled + wall.w - dot(wall.xyz, here.xyz);
}
