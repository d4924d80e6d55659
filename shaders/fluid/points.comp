#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One point: where its particle is predicted to be, if it is not gone, from the middle of all fluids, so that far from the world's origin as much is
// left of a float32 as near it.
layout(push_constant, scalar) uniform Params { FluidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Particles { uint particles[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Volumes { float volumes[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Positions { vec4 position[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Moved { vec4 moved[]; };
layout(set = 0, binding = 4, scalar) writeonly buffer Points { vec4 points[]; };

#include "fluid.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const uint p = particles[i];
    const bool here = size_of(volumes[i], position[p]) != 0.0;
    points[i] = vec4(here ? position[p].xyz - params.origin + moved[p].xyz : parked(i), 0.0);
}
