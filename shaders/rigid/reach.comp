#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One rigid body: how far it may go in this frame before pairs that were not sought could meet.
layout(push_constant, scalar) uniform Params { RigidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Frames { Frame frame[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Fields { Field fields[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Zones { Collider zones[]; };
layout(set = 0, binding = 3, scalar) readonly buffer ZonePoses { Pose zone_poses[]; };
layout(set = 0, binding = 4, scalar) readonly buffer LinePoints { vec3 line_points[]; };
layout(set = 0, binding = 5, scalar) readonly buffer ShellBoxes { Bounds shell_boxes[]; };
layout(set = 0, binding = 6, scalar) readonly buffer ShellFaces { Face shell_faces[]; };
layout(set = 0, binding = 7, scalar) readonly buffer Rigids { Rigid rigids[]; };
layout(set = 0, binding = 8, scalar) readonly buffer Poses { Pose poses[]; };
layout(set = 0, binding = 9, scalar) readonly buffer States { RigidState states[]; };
layout(set = 0, binding = 10, scalar) buffer Reaches { RigidReach reaches[]; };

#include "math.glsl"
#include "rigid.glsl"
#include "features.glsl"
#include "tree.glsl"
#include "mesh.glsl"
#include "shapes.glsl"
#include "fields.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const Rigid body = rigids[i];
    const RigidState state = states[i];
    float way;
    if (body.asleep != 0) {
        reaches[i] = RigidReach(0.0, 0.0, reaches[i].wanted, 0);
        return;
    }
    if (body.follows != NONE) {
        const Pose then = poses[params.first_pose - params.colliders + body.follows];
        const Pose now = poses[params.last_pose + body.follows];
        way = distance(then.translation, now.translation) + body.extent * length(turn_between(then.rotation, now.rotation));
    } else {
        vec3 g = frame[0].gravity;
        // As where it is now: what comes into another field in the frame, and strays, has the frame simulated again.
        if (FIELDS) g = gravity_at(frame[0], params.fields, params.first_zone, i, state.position);
        const float fall = abs(body.gravity) * length(g) * params.span;
        way = params.span * (length(state.velocity) + fall + body.extent * length(spin(body, state.rotation, state.momentum)));
    }
    // What rests has room for some rounding, and for neighbours that push it a little.
    const float room = is_free(body) || way > 0.0 ? 0.02 * body.extent : 0.0;
    // Where something strayed, it soon may again.
    const float wanted = (frame[0].again == 0 ? 0.7 : 1.0) * reaches[i].wanted;
    reaches[i] = RigidReach(max(way + room, wanted), 0.0, wanted, 0);
}
