#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle: its velocity after the crossings that share it.
layout(push_constant, scalar) uniform Params { TangleParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Entries { uint entries[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Pulls { Pull pulls[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Pushes { vec3 pushes[]; };
layout(set = 0, binding = 4, scalar) buffer Velocities { vec4 velocity[]; };

#include "pulled.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i < params.count) velocity[i].xyz += velocity[i].w * pulled(i);
}
