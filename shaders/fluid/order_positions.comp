#version 460
#extension GL_GOOGLE_include_directive : require
// One point in grid order: copies the current position and the volume of its particle.
#include "bindings/fluid/order_positions.glsl"

#include "fluid/kernel.glsl"

void main() {
    const uint s = gl_GlobalInvocationID.x;
    if (s >= params.count) return;
    const uint p = particles[order[s]];
    const float size = kernel_volume(volumes[order[s]], position[p]);
    sorted_position[s] = vec4(position[p].xyz - params.origin + displacement[p].xyz, size);
}
