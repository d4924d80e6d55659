#version 460
#extension GL_GOOGLE_include_directive : require
// One place: how much its density must hold back for the sake of the rigid bodies that fill its kernel, as in fluid/scale_density_corrections: each
// yields by no more than all that press it ask for.
#include "bindings/fluid/scale_boundary_corrections.glsl"

#include "fluid.glsl"
#include "brace.glsl"

void main() {
    const uint s = gl_GlobalInvocationID.x;
    if (s >= params.count) return;
    float sum = 0.0;
    for (uint slot = 0; slot < params.slots; ++slot) {
        const uint at = slot * params.count + s;
        const uint b = pushes[at].body;
        if (b == NONE) continue;
        const float asked = float(sums[b].share) / float(WHOLE_SHARE) * most_share(rigids[b]);
        sum += params.steep * length(parts[at]) * asked;
    }
    back[s] = sum;
}
