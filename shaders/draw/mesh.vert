#version 460
// One vertex of a primitive. Its data come from the scene's buffers or from the simulation's.
#include "draw/draw.glsl"
#include "draw/geometry.glsl"

layout(push_constant, scalar) uniform Push { SurfaceDraw draw; };

layout(location = 0) out vec3 out_position;
layout(location = 1) out vec3 out_normal;
layout(location = 2) out vec4 out_tangent;
layout(location = 3) out vec4 out_uv;
layout(location = 4) out vec4 out_color;

void main() {
    uint vertex = draw.first_vertex + gl_VertexIndex;
    mat3 model = mat3(draw.model);
    vec4 world = draw.model * vec4(positions[vertex], 1.0);
    out_position = world.xyz;
    gl_Position = view.world_to_clip * world;

    // Normals transform by the cofactor matrix, with the sign of the determinant.
    mat3 cofactor = mat3(cross(model[1], model[2]), cross(model[2], model[0]), cross(model[0], model[1]));
    float side = sign(dot(model[0], cofactor[0]));
    bool has_normals = (draw.flags & HAS_NORMALS) != 0u;
    bool has_tangents = (draw.flags & HAS_TANGENTS) != 0u;
    out_normal = has_normals ? side * (cofactor * normals[vertex]) : vec3(0.0);
    vec4 tangent = has_tangents ? tangents[vertex] : vec4(0.0);
    out_tangent = vec4(model * tangent.xyz, side * tangent.w);

    VertexAttributes a = attributes[draw.first_attribute + gl_VertexIndex];
    out_uv = vec4(a.uv0, a.uv1);
    out_color = vertex_color(draw, gl_VertexIndex);
}
