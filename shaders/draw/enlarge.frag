#version 460
// One pixel of a picture that was drawn in fewer pixels.
layout(set = 0, binding = 0) uniform sampler2D picture;

layout(location = 0) in vec2 clip;
layout(location = 0) out vec4 out_color;

void main() {
    out_color = textureLod(picture, 0.5 * clip + 0.5, 0.0);
}
