#version 460
// One pixel of the ground: a matt floor with a grid of lines, that takes the sun's shadow and fades into the sky.
#include "draw.glsl"
#include "light.glsl"
#include "tone.glsl"

layout(push_constant, scalar) uniform Push { GroundDraw draw; };

layout(location = 0) in vec3 position;
layout(location = 1) in vec2 place;
layout(location = 0) out vec4 out_color;

// How much of 0..x (in cells) lines of a width cover that lie around whole numbers.
vec2 covered(vec2 x, float width) {
    return floor(x) * width + min(fract(x), width);
}

// The share of a pixel that lines along both axes cover.
float lines(vec2 cells, float width) {
    vec2 pixel = max(fwidth(cells), 1e-6);
    vec2 from = cells + 0.5 * (width - pixel);
    vec2 share = (covered(from + pixel, width) - covered(from, width)) / pixel;
    return max(share.x, share.y);
}

void main() {
    Point p;
    p.position = position;
    p.to_eye = towards_eye(position);
    p.normal = draw.model[1].xyz;
    float grid = max(0.55 * lines(place / draw.cell * 10.0, 0.025), lines(place / draw.cell, 0.006));
    p.albedo = mix(vec3(0.46, 0.455, 0.44), vec3(0.20, 0.21, 0.23), grid);
    p.mirror = vec3(0.02);
    p.roughness = 0.9;
    p.occlusion = 1.0;
    float alpha = draw.fade > 0.0 ? 1.0 - smoothstep(0.25, 1.0, length(place) / draw.fade) : 1.0;
    out_color = vec4(dither(tone(lit(p)), gl_FragCoord.xy), alpha);
}
