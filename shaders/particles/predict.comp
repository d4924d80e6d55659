#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle: gravity, then x̃ = x + h v; a pinned particle stays.
layout(push_constant, scalar) uniform Params { CountParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Frames { Frame frame[]; };
layout(set = 0, binding = 1, scalar) buffer Velocities { vec4 velocity[]; };
layout(set = 0, binding = 2, scalar) buffer Positions { vec4 position[]; };
layout(set = 0, binding = 3, scalar) buffer Previous { vec4 previous[]; };

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const vec3 x = position[i].xyz;
    const float w = velocity[i].w;
    const float h = frame[0].h;
    const vec3 v = w > 0.0 ? velocity[i].xyz + h * frame[0].gravity : vec3(0.0);
    const vec3 next = x + h * v;
    velocity[i].xyz = v;
    previous[i].xyz = x;
    position[i] = vec4(next, w);
}
