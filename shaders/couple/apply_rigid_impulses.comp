#version 460
#extension GL_GOOGLE_include_directive : require
// One rigid body: applies the summed impulses of particles.
#include "bindings/couple/apply_rigid_impulses.glsl"

#include "include/inertia.glsl"
#include "couple/sums.glsl"

void apply_impulses(uint b) {
    const vec3 impulse = summed_impulse(b);
    const vec3 angular_impulse = summed_angular_impulse(b);
    RigidStep s = steps[b];
    s.displacement += s.inverse_mass * impulse;
    s.angular_impulse += angular_impulse;
    s.rotation += inverse_inertia(s) * angular_impulse;
    steps[b] = s;
}

void main() {
    const uint b = gl_GlobalInvocationID.x;
    if (b < params.count) apply_impulses(b);
}
