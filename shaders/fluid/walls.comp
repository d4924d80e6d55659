#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One place: the share of its kernel that colliders fill, as if each were a half space, and how that falls with the way off: Φ − G·δ
// for the rest of the substep; and the part of each in G, where contact forces are wanted. What two of them fill counts once, as for planes at right angles.
layout(push_constant, scalar) uniform Params { FluidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Particles { uint particles[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Order { uint order[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Places { vec4 places[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Colliders { Collider colliders[]; };
layout(set = 0, binding = 4, scalar) readonly buffer Poses { Pose poses[]; };
layout(set = 0, binding = 5, scalar) readonly buffer ShellBoxes { Bounds shell_boxes[]; };
layout(set = 0, binding = 6, scalar) readonly buffer ShellFaces { Face shell_faces[]; };
layout(set = 0, binding = 7, scalar) readonly buffer Contacts { Contact contacts[]; };
layout(set = 0, binding = 8, scalar) readonly buffer Positions { vec4 position[]; };
layout(set = 0, binding = 9, scalar) writeonly buffer Walls { vec4 walls[]; };
layout(set = 0, binding = 10, scalar) writeonly buffer Parts { vec3 parts[]; };

#include "math.glsl"
#include "features.glsl"
#include "tree.glsl"
#include "mesh.glsl"
#include "shapes.glsl"
#include "fluid.glsl"

void main() {
    const uint s = gl_GlobalInvocationID.x;
    if (s >= params.count) return;
    const vec4 here = places[s];
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
    if (TALLY) {
        for (uint slot = 0; slot < params.slots; ++slot) {
            if (contacts[slot * params.particles + p].collider == NONE) break;
            parts[slot * params.count + s] = open / lefts[slot] * slopes[slot];
        }
    }
    walls[s] = vec4(slope, 1.0 - open + dot(slope, here.xyz));
}
