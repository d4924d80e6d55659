#version 460
// One corner of a triangle that covers the picture, at the far end of the depth range.
layout(location = 0) out vec2 out_clip;

void main() {
    out_clip = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 4.0 - 1.0;
    gl_Position = vec4(out_clip, 0.0, 1.0);
}
