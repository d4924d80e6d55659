#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One rigid body: goes and turns as particles push it.
layout(push_constant, scalar) uniform Params { CountParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Rigids { Rigid rigids[]; };
layout(set = 0, binding = 1, scalar) buffer Steps { RigidStep steps[]; };
layout(set = 0, binding = 2, scalar) buffer Sums { CoupledSum sums[]; };

#include "inertia.glsl"
#include "sums.glsl"
#include "push_body.glsl"

void main() {
    const uint b = gl_GlobalInvocationID.x;
    if (b < params.count) push_body(b);
}
