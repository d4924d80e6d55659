#version 460
// One texel of the shadow map under a surface whose material is masked or blended.
#include "draw/draw.glsl"
#include "draw/surface.glsl"

layout(location = 3) in vec4 in_uv;
layout(location = 4) in vec4 in_color;

void main() {
    Surface m = materials[draw.material];
    float alpha = base_color(m, coordinates(in_uv)).a * in_color.a;
    if (alpha < m.alpha_cutoff) {
        discard;
    }
}
