#version 460
#extension GL_GOOGLE_include_directive : require
// One rigid body: applies gravity and predicts displacement and rotation of the substep. The rotation uses ω at the middle of the
// substep, from the angular momentum. A body that spins freely thus keeps momentum and energy.
#include "bindings/rigid/predict_rigids.glsl"

#include "include/math.glsl"
#include "include/rotation.glsl"
#include "include/features.glsl"
#include "include/tree.glsl"
#include "include/mesh.glsl"
#include "include/shapes.glsl"
#include "include/fields.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const float h = frame[0].h;
    const Rigid body = rigids[i];
    RigidState state = states[i];
    RigidStep next = RigidStep(vec3(0.0), vec3(0.0), vec3(0.0), body.inverse_mass, vec3(0.0), vec3(0.0));
    if (body.follows != NONE) {
        const Pose then = poses[params.first_pose - params.colliders + body.follows];
        const Pose now = poses[params.first_pose + body.follows];
        next.displacement = now.translation - then.translation;
        next.rotation = rotation_between(then.rotation, now.rotation);
        state = RigidState(then.translation, vec3(0.0), then.rotation, vec4(0.0), next.displacement / h, next.rotation / h);
    } else if (!sleeps(body)) {
        vec3 g = frame[0].gravity;
        if (FIELDS) g = gravity_at(frame[0], params.fields, params.first_zone, i, state.position);
        state.velocity += h * body.gravity * g;
        next.displacement = state.compensation + h * state.velocity;
        vec4 middle = state.rotation;
        vec3 omega = spin(body, middle, state.momentum);
        for (uint pass = 0; pass < 3; ++pass) {
            middle = state.rotation + rotation_increment(0.5 * h * omega, state.rotation);
            omega = spin(body, middle, state.momentum);
        }
        next.rotation = h * omega;
        const mat3 inverse = in_world(middle, body.inverse_inertia);
        next.diagonal = vec3(inverse[0][0], inverse[1][1], inverse[2][2]);
        next.off_diagonal = vec3(inverse[1][2], inverse[2][0], inverse[0][1]);
    }
    states[i] = state;
    steps[i] = next;
}
