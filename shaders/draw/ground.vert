#version 460
// A corner of the ground's rectangle.
#include "draw.glsl"

layout(push_constant, scalar) uniform Push { GroundDraw draw; };

layout(location = 0) out vec3 out_position;
layout(location = 1) out vec2 out_place;

void main() {
    vec2 corner = vec2(gl_VertexIndex >> 1, gl_VertexIndex & 1) * 2.0 - 1.0;
    out_place = corner * draw.extent;
    vec4 world = draw.model * vec4(out_place.x, 0.0, out_place.y, 1.0);
    out_position = world.xyz;
    gl_Position = view.world_to_clip * world;
}
