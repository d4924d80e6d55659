#version 460
#extension GL_GOOGLE_include_directive : require
// One rigid body: computes velocity and angular momentum from its displacement and angular impulse, and steps to the new pose.
#include "bindings/rigid/update_rigid_velocities.glsl"

#include "include/math.glsl"
#include "include/rotation.glsl"
#include "include/rate.glsl"
#include "include/motion_bound.glsl"
#include "rigid/disturb.glsl"

// Compensated (Kahan) sum: the rounding error of the rotation and of its length enters the next step. On an unstable axis it
// would show.
void update_rotation(inout RigidState state, vec3 turn) {
    const vec4 q = state.rotation;
    const precise vec4 wanted = rotation_increment(turn, q) + 0.5 * (1.0 - dot(q, q)) * q;
    const precise vec4 step = wanted + state.rotation_compensation;
    const precise vec4 next = q + step;
    const precise vec4 dropped = step - (next - q);
    state.rotation_compensation = dropped;
    state.rotation = next;
}

// The most that a point of the body is away from where it was at the frame's start, displaced by `displacement`, m: a turn by φ moves it by
// 2 sin(φ/2).
float distance_from(vec3 displacement, Rigid body, RigidState from, RigidState to) {
    const vec4 turn = quaternion_product(to.rotation, vec4(-from.rotation.xyz, from.rotation.w));
    return distance(from.position + displacement, to.position) + 2.0 * body.extent * length(turn.xyz);
}

// Notes how far the body is from its trajectory, and whether it exceeds its bound.
void check_bound(uint i, Rigid body, RigidState state) {
    const MotionBound bound = motion_bounds[i];
    motion_bounds[i].largest_deviation = max(bound.largest_deviation, distance_from(params.elapsed * bound.displacement, body, start[i], state));
    const Expected motion = expected(bound);
    const float moved = distance_from(params.elapsed * motion.displacement, body, start[i], state);
    if (moved <= motion.reach) return;
    motion_bounds[i].wanted = length(motion.displacement) + (1.5 + float(frame[0].again)) * moved;
    atomicAdd(status[STATUS_BOUND_EXCEEDED], 1);
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const Rigid body = rigids[i];
    const RigidStep done = steps[i];
    RigidState state = states[i];
    if (sleeps(body)) {
        if (done.displacement != vec3(0.0) || done.angular_impulse != vec3(0.0) || state.velocity != vec3(0.0) || state.momentum != vec3(0.0)) {
            disturb(i, DISTURBED_AT_ONCE);
        }
        return;
    }
    state.velocity = body.keep * per_second(done.displacement - state.compensation);
    // A body with fixed rotation stores its angular velocity as momentum, which no impulse changes.
    const vec3 angular_impulse = body.inverse_inertia == vec3(0.0) ? vec3(0.0) : done.angular_impulse;
    state.momentum = body.keep * (state.momentum + angular_impulse / frame[0].h);
    update_rotation(state, done.rotation);
    const vec3 x = state.position;
    const precise vec3 step = done.displacement;
    const precise vec3 next = x + step;
    const precise vec3 dropped = step - (next - x);
    state.compensation = dropped;
    state.position = next;
    states[i] = state;
    // A body without colliders cannot collide.
    if (body.extent > 0.0) check_bound(i, body, state);
    const vec3 sum = abs(state.velocity) + abs(state.momentum);
    if (!all(lessThanEqual(sum, vec3(3.4e38)))) atomicAdd(status[STATUS_NONFINITE], 1);
}
