#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One place: how much its density must hold back for the sake of the rigid bodies that fill its kernel, as in fluid/split: each
// yields by no more than all that press it ask for.
layout(push_constant, scalar) uniform Params { FluidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Pushes { RigidPush pushes[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Parts { vec3 parts[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Rigids { Rigid rigids[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Sums { CoupledSum sums[]; };
layout(set = 0, binding = 4, scalar) writeonly buffer Backs { float back[]; };

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
