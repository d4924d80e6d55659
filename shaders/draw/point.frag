#version 460
// One pixel of a vertex that is drawn as a sphere.
#include "draw/draw.glsl"
#include "draw/surface.glsl"
#include "draw/light.glsl"
#include "draw/tone.glsl"

layout(location = 0) in vec3 center;
layout(location = 1) in vec2 corner;
layout(location = 2) in vec4 in_color;

layout(location = 0) out vec4 out_color;

void main() {
    float distance = length(corner);
    float alpha = clamp((1.0 - distance) / max(fwidth(distance), 1e-4), 0.0, 1.0);
    if (alpha <= 0.0) {
        discard;
    }
    Surface m = materials[draw.material];
    bool quantity = shows_quantity();
    vec3 base = quantity ? in_color.rgb : m.base_color.rgb * in_color.rgb;
    float metallic = quantity ? 0.0 : m.metallic;
    Point p;
    p.to_eye = towards_eye(center);
    vec3 right = normalize(cross(abs(p.to_eye.y) < 0.99 ? vec3(0, 1, 0) : vec3(1, 0, 0), p.to_eye));
    float height = sqrt(max(1.0 - distance * distance, 0.0));
    p.normal = corner.x * right + corner.y * cross(p.to_eye, right) + height * p.to_eye;
    p.position = center + draw.radius * p.normal;
    p.albedo = base * (1.0 - metallic);
    p.specular = mix(vec3(0.04), base, metallic);
    p.roughness = clamp(m.roughness, 0.05, 1.0);
    p.occlusion = 1.0;
    out_color = vec4(tone(lit(p) + (quantity ? vec3(0.0) : m.emissive)), alpha);
}
