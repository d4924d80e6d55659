#version 460
#extension GL_GOOGLE_include_directive : require
// One emitted particle: adds it to the fluid at its substep. A removed particle has a negative mass in `position` and, since
// nothing moves it, w = 0.
#include "bindings/fluid/emit_particles.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count || births[i].substep != params.substep) return;
    const uint p = births[i].particle;
    const float mass = abs(position[p].w);
    position[p] = vec4(births[i].position, mass);
    velocity[p] = vec4(births[i].velocity, 1.0 / mass);
    compensation[p] = vec3(0.0);
}
