#version 460
#extension GL_GOOGLE_include_directive : require
// One joint that a rigid body carries: its matrices at the start of the substep and at its end, from the poses of the body.
#include "bindings/particles/carry_joints.glsl"

#include "include/math.glsl"
#include "include/rotation.glsl"

// `local`: first column of the joint's matrix in the body's frame.
void carry(uint matrix, uint local, vec3 center, vec4 rotation) {
    for (uint column = 0; column < 4; ++column) {
        const vec4 own = locals[local + column];
        matrices[4 * matrix + column] = vec4(rotate(rotation, own.xyz) + own.w * center, own.w);
    }
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const CarriedJoint joint = joints[i];
    const RigidState state = states[joint.body];
    vec3 center = state.position;
    vec4 rotation = state.rotation;
    if (params.ended == 0) {
        const RigidStep step = steps[joint.body];
        center += step.displacement;
        rotation = rotated(step.rotation, rotation);
    }
    const uint then = params.ended != 0 ? params.first_local : params.first_local - params.locals;
    carry(params.first_matrix - params.matrices + joint.matrix, 4 * (then + i), state.position, state.rotation);
    carry(params.first_matrix + joint.matrix, 4 * (params.first_local + i), center, rotation);
}
