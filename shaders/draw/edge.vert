#version 460
// One end of one edge of a triangle.
#include "draw/draw.glsl"
#include "draw/geometry.glsl"

layout(push_constant, scalar) uniform Push { LineDraw draw; };

layout(location = 0) out vec4 out_color;

void main() {
    uint triangle = gl_VertexIndex / 6;
    uint edge = gl_VertexIndex % 6 / 2;
    uint end = (edge + gl_VertexIndex % 2) % 3;
    uint vertex = elements[draw.first_element + 3 * triangle + end];
    out_color = draw.color;
    gl_Position = view.world_to_clip * (draw.model * vec4(positions[draw.first_vertex + vertex], 1.0));
    // A small offset towards the eye, so that lines are drawn over their surface.
    gl_Position.z += 2e-4 * gl_Position.w * gl_Position.z;
}
