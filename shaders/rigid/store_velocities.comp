#version 460
#extension GL_GOOGLE_include_directive : require
// One rigid body: copies the velocity that contacts changed back to its state, and adds their angular impulses to its momentum.
#include "bindings/rigid/store_velocities.glsl"

#include "include/math.glsl"
#include "include/rotation.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count || !is_free(rigids[i])) return;
    states[i].velocity = velocities[i].linear;
    if (rigids[i].inverse_inertia != vec3(0.0)) states[i].momentum += velocities[i].angular_impulse;
}
