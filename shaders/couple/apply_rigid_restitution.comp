#version 460
#extension GL_GOOGLE_include_directive : require
// One rigid body: changes its velocity by the impact impulses of particles.
#include "bindings/couple/apply_rigid_restitution.glsl"

#include "couple/sums.glsl"

void main() {
    const uint b = gl_GlobalInvocationID.x;
    if (b >= params.count) return;
    const vec3 impulse = summed_impulse(b) / frame[0].h;
    const vec3 angular_impulse = summed_angular_impulse(b) / frame[0].h;
    states[b].velocity += rigids[b].inverse_mass * impulse;
    if (rigids[b].inverse_inertia != vec3(0.0)) states[b].momentum += angular_impulse;
}
