#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One point: where its particle is predicted to be, from the middle of all fluids, so that far from the world's origin as much is
// left of a float32 as near it.
layout(push_constant, scalar) uniform Params { FluidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Particles { uint particles[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Positions { vec4 position[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Moved { vec4 moved[]; };
layout(set = 0, binding = 3, scalar) writeonly buffer Points { vec4 points[]; };

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const uint p = particles[i];
    points[i] = vec4(position[p].xyz - params.origin + moved[p].xyz, 0.0);
}
