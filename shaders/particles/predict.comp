#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle: gravity and wind, then its displacement from its stored position, remainder + h v; a pinned particle stays. Solvers work on displacements, which a
// float32 resolves far better than positions: g h² is 28 steps of one at 2 m (docs/method.md §2).
layout(push_constant, scalar) uniform Params { CountParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Frames { Frame frame[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Remainders { vec3 remainder[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Gusts { vec3 gust[]; };
layout(set = 0, binding = 3, scalar) buffer Velocities { vec4 velocity[]; };
layout(set = 0, binding = 4, scalar) writeonly buffer Moved { vec4 moved[]; };

#include "features.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const float w = velocity[i].w;
    const float h = frame[0].h;
    vec3 v = w > 0.0 ? velocity[i].xyz + h * frame[0].gravity : vec3(0.0);
    if (WIND) v += gust[i];
    velocity[i].xyz = v;
    moved[i] = vec4(remainder[i] + h * v, w);
}
