#version 460
// One corner of the ground's rectangle.
#include "draw/draw.glsl"

layout(push_constant, scalar) uniform Push { GroundDraw draw; };

layout(location = 0) out vec3 out_position;
layout(location = 1) out vec2 out_plane_position;

void main() {
    vec2 corner = vec2(gl_VertexIndex >> 1, gl_VertexIndex & 1) * 2.0 - 1.0;
    out_plane_position = corner * draw.extent;
    vec4 world = draw.model * vec4(out_plane_position.x, 0.0, out_plane_position.y, 1.0);
    out_position = world.xyz;
    gl_Position = view.world_to_clip * world;
}
