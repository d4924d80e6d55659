#version 460
// One corner of a triangle of the overlay.
#extension GL_EXT_scalar_block_layout : require
#include "bindings/draw_types.glsl"

layout(push_constant, scalar) uniform Push { OverlayDraw draw; };
layout(set = 0, binding = 0, scalar) readonly buffer Vertices { OverlayVertex vertices[]; };

layout(location = 0) out vec2 out_uv;
layout(location = 1) out vec4 out_color;

void main() {
    OverlayVertex vertex = vertices[gl_VertexIndex];
    out_uv = vertex.uv;
    out_color = unpackUnorm4x8(vertex.color);
    gl_Position = vec4(vertex.position / draw.size * 2.0 - 1.0, 0.0, 1.0);
}
