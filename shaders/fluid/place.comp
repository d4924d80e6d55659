#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One place of the grid's order: where its particle is now, and its volume, for its neighbours.
layout(push_constant, scalar) uniform Params { FluidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Particles { uint particles[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Volumes { float volumes[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Order { uint order[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Positions { vec4 position[]; };
layout(set = 0, binding = 4, scalar) readonly buffer Moved { vec4 moved[]; };
layout(set = 0, binding = 5, scalar) writeonly buffer Places { vec4 places[]; };

#include "fluid.glsl"

void main() {
    const uint s = gl_GlobalInvocationID.x;
    if (s >= params.count) return;
    const uint p = particles[order[s]];
    const float size = size_of(volumes[order[s]], position[p]);
    places[s] = vec4(position[p].xyz - params.origin + moved[p].xyz, size);
}
