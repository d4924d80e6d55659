#version 460
// One sample of a transparent surface in a scene with fluids. A pass draws those in front of the fluid or all others.
#include "draw/draw.glsl"
#include "draw/shade.glsl"

layout(constant_id = 2) const int IN_FRONT = 0;

layout(set = 3, binding = 0) uniform sampler2D fluids;

void main() {
    shade();
    float fluid = texelFetch(fluids, ivec2(gl_FragCoord.xy), 0).x;
    bool in_front = fluid > 0.0 && dot(view.forward, vec4(position, 1.0)) < fluid;
    if (in_front != (IN_FRONT == 1)) {
        discard;
    }
}
