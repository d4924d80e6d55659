#version 460
#extension GL_GOOGLE_include_directive : require
// One place of the grid's order: where its particle is now, and its volume, for its neighbours.
#include "bindings/fluid/order_positions.glsl"

#include "fluid.glsl"

void main() {
    const uint s = gl_GlobalInvocationID.x;
    if (s >= params.count) return;
    const uint p = particles[order[s]];
    const float size = size_of(volumes[order[s]], position[p]);
    sorted_position[s] = vec4(position[p].xyz - params.origin + displacement[p].xyz, size);
}
