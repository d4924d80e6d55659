#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One link of a colour: no two of them share a particle.
layout(push_constant, scalar) uniform Params { ColorParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Links { Link links[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Materials { Material materials[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Previous { vec4 previous[]; };
layout(set = 0, binding = 3, scalar) buffer Positions { vec4 position[]; };
layout(set = 0, binding = 4, scalar) buffer Lambdas { float lambda[]; };

#include "distance.glsl"

void main() {
    const Material material = materials[0];
    if (gl_GlobalInvocationID.x >= params.count) return;
    solve_link(params.first + gl_GlobalInvocationID.x, material);
}
