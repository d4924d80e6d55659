#version 460
#extension GL_GOOGLE_include_directive : require
// One rigid body: applies the summed impulses of particles.
#include "bindings/couple/apply_rigid_impulses.glsl"

#include "inertia.glsl"
#include "sums.glsl"
#include "apply_impulses.glsl"

void main() {
    const uint b = gl_GlobalInvocationID.x;
    if (b < params.count) apply_impulses(b);
}
