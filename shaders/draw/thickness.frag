#version 460
// One pixel of a splat, added to the thickness of the fluid: absorption times length, and length in m.
#include "draw/draw.glsl"

layout(push_constant, scalar) uniform Push { SplatDraw draw; };

layout(location = 1) in vec2 corner;
layout(location = 2) in vec3 absorption;

layout(location = 0) out vec4 out_thickness;

void main() {
    float thickness = draw.thickness * max(1.0 - dot(corner, corner), 0.0);
    out_thickness = vec4(absorption * thickness, thickness);
}
