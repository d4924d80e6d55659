#version 460
// One corner of a square that faces the eye: a vertex that is drawn as a sphere.
#include "draw/draw.glsl"
#include "draw/geometry.glsl"

layout(push_constant, scalar) uniform Push { SurfaceDraw draw; };

layout(location = 0) out vec3 out_center;
layout(location = 1) out vec2 out_corner;
layout(location = 2) out vec4 out_color;

const vec2 CORNERS[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(-1, 1));

void main() {
    uint point = gl_VertexIndex / 6;
    uint vertex = (draw.flags & EVERY_VERTEX) != 0u ? point : elements[draw.first_element + point];
    out_center = (draw.model * vec4(positions[draw.first_vertex + vertex], 1.0)).xyz;
    out_corner = CORNERS[gl_VertexIndex % 6];
    out_color = vertex_color(draw, vertex);

    vec3 front = normalize(view.eye - out_center * view.eye_w);
    vec3 right = normalize(cross(abs(front.y) < 0.99 ? vec3(0, 1, 0) : vec3(1, 0, 0), front));
    vec2 corner = out_corner * draw.radius;
    vec3 world = out_center + corner.x * right + corner.y * cross(front, right);
    gl_Position = view.world_to_clip * vec4(world, 1.0);
}
