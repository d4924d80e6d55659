#version 460
#extension GL_GOOGLE_include_directive : require
// One point: removes its particle if it is fluid and below the kill level.
#include "bindings/fluid/remove_particles.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count || volumes[i] <= 0.0) return;
    const uint p = particles[i];
    if (position[p].w < 0.0 || position[p].y >= params.level) return;
    position[p].w = -position[p].w;
    velocity[p] = vec4(0.0);
    compensation[p] = vec3(0.0);
}
