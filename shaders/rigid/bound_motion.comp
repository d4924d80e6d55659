#version 460
#extension GL_GOOGLE_include_directive : require
// One rigid body: bounds its motion in this frame. Pairs of colliders are complete while no body moves further.
#include "bindings/rigid/bound_motion.glsl"

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
    float distance_moved;
    if (sleeps(body)) {
        motion_bounds[i] = MotionBound(0.0, motion_bounds[i].wanted, 0);
        return;
    }
    if (body.follows != NONE) {
        const Pose then = poses[params.first_pose - params.colliders + body.follows];
        const Pose now = poses[params.last_pose + body.follows];
        distance_moved = distance(then.translation, now.translation) + body.extent * length(rotation_between(then.rotation, now.rotation));
    } else {
        vec3 g = frame[0].gravity;
        // Gravity at its current position. A body that enters another field and exceeds its bound has the frame simulated again.
        if (FIELDS) g = gravity_at(frame[0], params.fields, params.first_zone, i, state.position);
        const float fall = abs(body.gravity) * length(g) * params.span;
        // A turn by φ moves no point by more than φ or 2 times its distance from the centre.
        const float turn = min(params.span * length(spin(body, state.rotation, state.momentum)), 2.0);
        distance_moved = params.span * (length(state.velocity) + fall) + body.extent * turn;
    }
    // A body at rest gets an allowance for rounding and for small impulses of neighbours.
    const float allowance = is_free(body) || distance_moved > 0.0 ? MOTION_ALLOWANCE * body.extent : 0.0;
    // A body that exceeded its bound may soon do so again.
    const float wanted = (frame[0].again == 0 ? 0.7 : 1.0) * motion_bounds[i].wanted;
    motion_bounds[i] = MotionBound(max(distance_moved + allowance, wanted), wanted, 0);
}
