#version 460
// One pixel of the background.
#include "draw/draw.glsl"
#include "draw/sky.glsl"
#include "draw/tone.glsl"

layout(location = 0) in vec2 clip;
layout(location = 0) out vec4 out_color;

void main() {
    vec4 near = view.clip_to_world * vec4(clip, 1.0, 1.0);
    vec4 far = view.clip_to_world * vec4(clip, 0.001, 1.0);
    vec3 direction = normalize(far.xyz / far.w - near.xyz / near.w);
    out_color = vec4(dither(tone(sky(direction, 0.0)), gl_FragCoord.xy), 1.0);
}
