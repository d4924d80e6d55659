#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One workgroup: a run of small colours of hinges, one after the other.
layout(push_constant, scalar) uniform Params { ColorParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Hinges { Hinge hinges[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Materials { Material materials[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Previous { vec4 previous[]; };
layout(set = 0, binding = 3, scalar) coherent buffer Positions { vec4 position[]; };
layout(set = 0, binding = 4, scalar) buffer Lambdas { float lambda[]; };
layout(set = 0, binding = 5, scalar) readonly buffer Ranges { uvec2 ranges[]; };

#include "bending.glsl"

void main() {
    for (uint color = 0; color < params.count; ++color) {
        const uvec2 range = ranges[params.first + color];
        for (uint k = gl_LocalInvocationIndex; k < range.y; k += WORKGROUP) {
            solve_hinge(range.x + k);
        }
        memoryBarrierBuffer();
        barrier();
    }
}
