#version 460
// One pixel of the overlay, with premultiplied opacity.
layout(set = 0, binding = 1) uniform sampler2D picture;

layout(location = 0) in vec2 uv;
layout(location = 1) in vec4 color;
layout(location = 0) out vec4 out_color;

vec3 linear(vec3 srgb) {
    return mix(srgb / 12.92, pow((srgb + 0.055) / 1.055, vec3(2.4)), greaterThan(srgb, vec3(0.04045)));
}

void main() {
    // egui multiplies colours in sRGB. The render target expects linear values.
    vec4 srgb = color * texture(picture, uv);
    vec3 straight = srgb.a > 0.0 ? srgb.rgb / srgb.a : srgb.rgb;
    out_color = vec4(linear(min(straight, 1.0)) * srgb.a, srgb.a);
}
