#version 460
#extension GL_GOOGLE_include_directive : require
// One place: the share of its kernel that colliders fill, as if each were a half space, and how that falls with the way off: Φ − G·δ
// for the rest of the substep; and the part of each in G, where contact forces are wanted. What two of them fill counts once, as for planes at right angles.
#include "bindings/fluid/integrate_boundary.glsl"

#include "math.glsl"
#include "features.glsl"
#include "tree.glsl"
#include "mesh.glsl"
#include "shapes.glsl"
#include "fluid.glsl"

void main() {
    const uint s = gl_GlobalInvocationID.x;
    if (s >= params.count) return;
    const vec4 here = sorted_position[s];
    if (here.w <= 0.0) return;
    const uint p = particles[order[s]];
    vec3 slope = vec3(0.0);
    float open = 1.0;
    vec3 slopes[MOST_CONTACTS];
    float lefts[MOST_CONTACTS];
    for (uint slot = 0; slot < params.slots; ++slot) {
        const uint c = contacts[slot * params.particles + p].collider;
        if (c == NONE) break;
        const Pose now = poses[params.first_pose + c];
        const Pose then = poses[params.first_pose - params.colliders + c];
        const vec3 x = to_local(now, here.xyz + params.origin);
        const vec3 previous = to_local_then(then, now, position[p].xyz);
        const Surface near = surface(posed(colliders[c], now), x, previous, params.radius);
        const float u = closeness(max(near.distance, 0.0));
        const float left = 1.0 - params.wall * share_behind(u);
        slopes[slot] = params.wall * share_slope(u) * rotate(now.rotation, near.normal);
        lefts[slot] = left;
        slope = left * slope + open * slopes[slot];
        open *= left;
    }
    if (ACCUMULATE) {
        for (uint slot = 0; slot < params.slots; ++slot) {
            if (contacts[slot * params.particles + p].collider == NONE) break;
            parts[slot * params.count + s] = open / lefts[slot] * slopes[slot];
        }
    }
    walls[s] = vec4(slope, 1.0 - open + dot(slope, here.xyz));
}
