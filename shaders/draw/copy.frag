#version 460
// Copies one pixel of an image.
layout(set = 0, binding = 0) uniform sampler2D picture;

layout(location = 0) out vec4 out_color;

void main() {
    out_color = texelFetch(picture, ivec2(gl_FragCoord.xy), 0);
}
