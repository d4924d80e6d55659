#version 460
#extension GL_GOOGLE_include_directive : require
// One point in grid order: how far rigid bodies in its kernel reduce the step size of its density corrections, as in
// fluid/scale_density_corrections. A body responds to all points around it, so its response is the sum of their weights.
#include "bindings/fluid/scale_boundary_corrections.glsl"

#include "fluid/kernel.glsl"

void main() {
    const uint s = gl_GlobalInvocationID.x;
    if (s >= params.count) return;
    float sum = 0.0;
    for (uint slot = 0; slot < params.slots; ++slot) {
        const uint at = slot * params.count + s;
        const uint b = impulses[at].body;
        if (b == NONE) continue;
        const float weight_sum = float(sums[b].weight) / float(WEIGHT_ONE) * max_boundary_weight(rigids[b]);
        sum += params.boundary_force_scale * length(boundary_gradient[at]) * weight_sum;
    }
    boundary_scale[s] = sum;
}
