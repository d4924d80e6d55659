#version 460
#extension GL_GOOGLE_include_directive : require
// One rigid body: bounds its motion in this frame. Pairs of colliders are complete while no body moves further.
#include "bindings/rigid/bound_motion.glsl"

#include "include/math.glsl"
#include "include/rotation.glsl"
#include "include/features.glsl"
#include "include/tree.glsl"
#include "include/mesh.glsl"
#include "include/shapes.glsl"
#include "include/fields.glsl"
#include "include/motion_bound.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const Rigid body = rigids[i];
    const RigidState state = states[i];
    const MotionBound before = motion_bounds[i];
    if (sleeps(body)) {
        motion_bounds[i] = MotionBound(vec3(0.0), 0.0, 0.0, 0, 0.0, before.wanted, 0);
        return;
    }
    vec3 displacement = vec3(0.0);
    float allowance;
    if (body.follows != NONE) {
        const Pose then = poses[params.first_pose - params.colliders + body.follows];
        const Pose now = poses[params.last_pose + body.follows];
        allowance = distance(then.translation, now.translation) + body.extent * length(rotation_between(then.rotation, now.rotation));
    } else {
        vec3 g = frame[0].gravity;
        // Gravity at its current position. A body that enters another field and exceeds its bound has the frame simulated again.
        if (FIELDS) g = gravity_at(frame[0], params.fields, params.first_zone, i, state.position);
        const float fall = abs(body.gravity) * length(g) * params.span;
        // A turn by φ moves no point by more than φ or 2 times its distance from the centre.
        const float turn = min(params.span * length(spin(body, state.rotation, state.momentum)), 2.0);
        allowance = params.span * fall + body.extent * turn;
        displacement = params.span * state.velocity;
    }
    // A body at rest gets an allowance for rounding and for small impulses of neighbours.
    if (is_free(body) || allowance + length(displacement) > 0.0) allowance += MOTION_ALLOWANCE * body.extent;
    // A body that exceeded its bound may soon do so again.
    const float wanted = (frame[0].again == 0 ? 0.7 : 1.0) * before.wanted;
    const float margin = max(length(displacement) + allowance, wanted);
    const float deviation = max(wanted, 1.5 * before.largest_deviation - allowance);
    motion_bounds[i] = MotionBound(displacement, margin, allowance, rounded_up(max(deviation, 0.0)), 0.0, wanted, 0);
}
