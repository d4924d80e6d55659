#version 460
// One sample of a surface that is seen through, of those on one side of fluids: before them, or behind and beside them.
#include "draw.glsl"
#include "shade.glsl"

layout(constant_id = 2) const int BEFORE = 0;

layout(set = 3, binding = 0) uniform sampler2D fluids;

void main() {
    shade();
    float fluid = texelFetch(fluids, ivec2(gl_FragCoord.xy), 0).x;
    bool before = fluid > 0.0 && dot(view.forward, vec4(position, 1.0)) < fluid;
    if (before != (BEFORE == 1)) {
        discard;
    }
}
