#version 460
#extension GL_GOOGLE_include_directive : require
// One collider that a rigid body carries: its poses at the start of the substep and at its end.
#include "bindings/rigid/pose_colliders.glsl"

#include "include/math.glsl"
#include "include/rotation.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.colliders) return;
    const RigidCollider part = parts[i];
    if (part.carried == 0) return;
    const RigidState state = states[part.body];
    const RigidStep step = steps[part.body];
    const uint then = params.first_pose - params.colliders + i;
    poses[then].rotation = quaternion_product(state.rotation, part.rotation);
    poses[then].translation = state.position + rotate(state.rotation, part.offset);
    const vec4 rotation = rotated(step.rotation, state.rotation);
    poses[params.first_pose + i].rotation = quaternion_product(rotation, part.rotation);
    poses[params.first_pose + i].translation = state.position + step.displacement + rotate(rotation, part.offset);
}
