#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle: where it meets colliders of free rigid bodies as they are now, and whether it presses them.
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
layout(set = 0, binding = 9, scalar) readonly buffer States { RigidState states[]; };
layout(set = 0, binding = 10, scalar) readonly buffer Steps { RigidStep steps[]; };
layout(set = 0, binding = 11, scalar) readonly buffer Contacts { Contact contacts[]; };
layout(set = 0, binding = 12, scalar) readonly buffer Tied { uint tied[]; };
layout(set = 0, binding = 13, scalar) buffer Couplings { Coupling couplings[]; };
layout(set = 0, binding = 14, scalar) writeonly buffer Pushes { RigidPush pushes[]; };

#include "math.glsl"
#include "features.glsl"
#include "tree.glsl"
#include "mesh.glsl"
#include "shapes.glsl"
#include "sweep.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const float reach = bodies[body_of[i]].half_thickness;
    const vec3 old = position[i].xyz;
    const vec3 d = moved[i].xyz;
    for (uint slot = 0; slot < params.slots; ++slot) {
        const uint at = slot * params.count + i;
        const Contact contact = contacts[at];
        RigidPush push = RigidPush(NONE, 0.0, vec3(0.0), vec3(0.0));
        // Nothing meets what is gone, or what holds it.
        if (contact.collider != NONE && position[i].w >= 0.0) push.body = colliders[contact.collider].rigid;
        if (push.body == tied[i]) push.body = NONE;
        if (push.body != NONE) {
            const Pose now = poses[params.first_pose + contact.collider];
            const Pose then = poses[params.first_pose - params.colliders + contact.collider];
            const Surface surface = sweep_to(contact.collider, old, d, reach).surface;
            const vec3 normal = rotate(now.rotation, surface.normal);
            const float open = surface.distance - reach;
            const vec3 arm = old - states[push.body].position + (d - steps[push.body].moved);
            const bool begins = params.flag != 0;
            const float parting = begins ? dot(normal, d - carried(then, now, old + d)) / frame[0].h : couplings[at].parting;
            couplings[at] = Coupling(normal, open, arm, parting);
            if (open < 0.0 || contact.lambda > 0.0) push.share = 1.0;
        }
        pushes[at] = push;
    }
}
