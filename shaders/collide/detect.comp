#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle: the colliders nearest to it get its contact slots, λ starts at 0. A collider that the
// particle can touch in this substep but that finds no slot is counted.
layout(push_constant, scalar) uniform Params { ContactParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Frames { Frame frame[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Bodies { Body bodies[]; };
layout(set = 0, binding = 2, scalar) readonly buffer BodyOf { uint body_of[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Colliders { Collider colliders[]; };
layout(set = 0, binding = 4, scalar) readonly buffer Poses { Pose poses[]; };
layout(set = 0, binding = 5, scalar) readonly buffer ShellBoxes { Bounds shell_boxes[]; };
layout(set = 0, binding = 6, scalar) readonly buffer ShellFaces { Face shell_faces[]; };
layout(set = 0, binding = 7, scalar) readonly buffer Positions { vec4 position[]; };
layout(set = 0, binding = 8, scalar) readonly buffer Moved { vec4 moved[]; };
layout(set = 0, binding = 9, scalar) buffer Contacts { Contact contacts[]; };
layout(set = 0, binding = 10, scalar) buffer Statuses { uint status[]; };

#include "math.glsl"
#include "tree.glsl"
#include "mesh.glsl"
#include "shapes.glsl"
#include "filter.glsl"

float collider_distance(uint c, vec3 x, vec3 before, float reach) {
    const Pose pose = poses[params.first_pose + c];
    const Pose then = poses[params.first_pose - params.colliders + c];
    return surface(posed(colliders[c], pose), to_local(pose, x), to_local_then(then, pose, before), reach).distance;
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const vec3 before = position[i].xyz;
    const vec3 x = before + moved[i].xyz;
    // Constraints may move it about as far again as its velocity did.
    const Body body = bodies[body_of[i]];
    const float reach = body.half_thickness + length(moved[i].xyz);
    uint near = 0;
    uint taken = 0;
    float last = -FAR;
    uint last_collider = 0;
    for (uint slot = 0; slot < params.slots; ++slot) {
        // The nearest collider behind the last one taken, by (distance, index).
        float best = FAR;
        uint nearest = NONE;
        for (uint c = 0; c < params.colliders; ++c) {
            if (!meets(body.filters, colliders[c].filters)) continue;
            const float d = collider_distance(c, x, before, 2.0 * reach);
            if (slot == 0 && d < reach) ++near;
            const bool later = slot == 0 || d > last || (d == last && c > last_collider);
            if (later && d < best) {
                best = d;
                nearest = c;
            }
        }
        contacts[slot * params.count + i] = Contact(vec3(0.0), 0.0, vec3(0.0), nearest);
        last = best;
        last_collider = nearest;
        if (nearest != NONE && best < reach) ++taken;
    }
    if (near > taken) atomicAdd(status[STATUS_OVERFLOW], near - taken);
}
