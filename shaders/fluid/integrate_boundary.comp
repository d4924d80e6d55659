#version 460
#extension GL_GOOGLE_include_directive : require
// One point in grid order: the fraction of its kernel that colliders fill, each taken as a half space. It is linearized for the
// rest of the substep as Φ − G·δ. Most points are clear of all colliders. Overlaps count once, as for planes at right angles. For contact forces also the part of
// each collider in G.
#include "bindings/fluid/integrate_boundary.glsl"

#include "include/math.glsl"
#include "include/features.glsl"
#include "include/tree.glsl"
#include "include/mesh.glsl"
#include "include/shapes.glsl"
#include "fluid/kernel.glsl"

void main() {
    const uint s = gl_GlobalInvocationID.x;
    if (s >= params.count) return;
    const vec4 here = sorted_position[s];
    if (here.w <= 0.0) return;
    const uint p = particles[order[s]];
    if (!ACCUMULATE && clearances[p] >= params.radius) {
        sorted_boundary[s] = vec4(0.0);
        return;
    }
    vec3 slope = vec3(0.0);
    float remaining = 1.0;
    vec3 slopes[MOST_CONTACTS];
    float free_fractions[MOST_CONTACTS];
    for (uint slot = 0; slot < params.slots; ++slot) {
        const uint c = contacts[slot * params.particles + p].collider;
        if (c == NONE) break;
        const Pose now = poses[params.first_pose + c];
        const Pose then = poses[params.first_pose - params.colliders + c];
        const vec3 x = to_local(now, here.xyz + params.origin);
        const vec3 previous = to_local_then(then, now, position[p].xyz);
        const Surface nearest = surface(posed(colliders[c], now), x, previous, params.radius);
        const float u = closeness(max(nearest.distance, 0.0));
        const float free_fraction = 1.0 - params.half_space_weight * fraction_behind(u);
        slopes[slot] = params.half_space_weight * fraction_slope(u) * rotate(now.rotation, nearest.normal);
        free_fractions[slot] = free_fraction;
        slope = free_fraction * slope + remaining * slopes[slot];
        remaining *= free_fraction;
    }
    if (ACCUMULATE) {
        for (uint slot = 0; slot < params.slots; ++slot) {
            if (contacts[slot * params.particles + p].collider == NONE) break;
            boundary_gradient[slot * params.count + s] = remaining / free_fractions[slot] * slopes[slot];
        }
    }
    sorted_boundary[s] = vec4(slope, 1.0 - remaining + dot(slope, here.xyz));
}
