#version 460
#extension GL_GOOGLE_include_directive : require
// One invocation: pulls the grabbed point of a rigid body to its target through a compliant link, as in solve/drag_particle. The
// rows of the three axes are solved together, since the inverse mass differs along each.
#include "bindings/rigid/drag_rigid.glsl"

#include "include/math.glsl"
#include "include/rotation.glsl"
#include "include/inertia.glsl"

void main() {
    const uint b = grip[0].body;
    if (gl_GlobalInvocationID.x >= params.count || b == NONE) return;
    const RigidState state = states[b];
    RigidStep step = steps[b];
    const mat3 inverse_body = inverse_inertia(step);
    const vec3 arm = rotate(rotated(step.rotation, state.rotation), grip[0].local);
    const vec3 old_lambda = params.keep_lambda * lambda[0].xyz;
    const vec3 residual = frame[0].target - state.position - step.displacement - arm - frame[0].grab_compliance * old_lambda;
    const mat3 row = mat3(step.inverse_mass + frame[0].grab_compliance) - cross_matrix(arm) * inverse_body * cross_matrix(arm);
    const vec3 change = inverse(row) * residual;
    const vec3 angular_impulse = cross(arm, change);
    step.displacement += step.inverse_mass * change;
    step.angular_impulse += angular_impulse;
    step.rotation += inverse_body * angular_impulse;
    steps[b] = step;
    lambda[0].xyz = old_lambda + change;
}
