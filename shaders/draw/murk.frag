#version 460
// One pixel of a particle of a fluid: what it adds to what light goes through, absorption times length, and length in m.
#include "draw.glsl"

layout(push_constant, scalar) uniform Push { FluidDraw draw; };

layout(location = 1) in vec2 corner;
layout(location = 2) in vec3 absorption;

layout(location = 0) out vec4 out_murk;

void main() {
    float through = draw.thickness * max(1.0 - dot(corner, corner), 0.0);
    out_murk = vec4(absorption * through, through);
}
