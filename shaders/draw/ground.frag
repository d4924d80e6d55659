#version 460
// One pixel of the ground: a matt floor with a grid of lines. It receives the sun's shadow and fades into the sky.
#include "draw/draw.glsl"
#include "draw/light.glsl"
#include "draw/tone.glsl"

layout(push_constant, scalar) uniform Push { GroundDraw draw; };

layout(location = 0) in vec3 position;
layout(location = 1) in vec2 plane_position;
layout(location = 0) out vec4 out_color;

// Length within 0..x, in cells, that lines of this width at whole numbers cover.
vec2 covered_length(vec2 x, float width) {
    return floor(x) * width + min(fract(x), width);
}

// Fraction of a pixel that lines along both axes cover.
float line_coverage(vec2 cells, float width) {
    vec2 pixel = max(fwidth(cells), 1e-6);
    vec2 from = cells + 0.5 * (width - pixel);
    vec2 coverage = (covered_length(from + pixel, width) - covered_length(from, width)) / pixel;
    return max(coverage.x, coverage.y);
}

void main() {
    Point p;
    p.position = position;
    p.to_eye = towards_eye(position);
    p.normal = draw.model[1].xyz;
    vec2 cells = plane_position / draw.cell;
    float grid = max(0.55 * line_coverage(cells * 10.0, 0.025), line_coverage(cells, 0.006));
    p.albedo = mix(vec3(0.46, 0.455, 0.44), vec3(0.20, 0.21, 0.23), grid);
    p.specular = vec3(0.02);
    p.roughness = 0.9;
    p.occlusion = 1.0;
    float alpha = draw.fade > 0.0 ? 1.0 - smoothstep(0.25, 1.0, length(plane_position) / draw.fade) : 1.0;
    out_color = vec4(dither(tone(lit(p)), gl_FragCoord.xy), alpha);
}
