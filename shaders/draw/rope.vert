#version 460
// One vertex of the capsule around a segment. Ropes are drawn as capsules that overlap at their joints.
#include "draw/draw.glsl"
#include "draw/geometry.glsl"

layout(push_constant, scalar) uniform Push { SurfaceDraw draw; };

layout(location = 0) out vec3 out_position;
layout(location = 1) out vec3 out_normal;
layout(location = 2) out vec4 out_tangent;
layout(location = 3) out vec4 out_uv;
layout(location = 4) out vec4 out_color;

vec3 world(uint vertex) {
    return (draw.model * vec4(positions[draw.first_vertex + vertex], 1.0)).xyz;
}

void main() {
    // Circles 0 to 2 run from the first end's pole to its equator, 3 to 5 from the second end's equator to its pole.
    int circle = gl_VertexIndex / int(CAPSULE_SIDES);
    bool second = circle > 2;
    float latitude = radians(45.0 * float(second ? circle - 3 : circle - 2));
    float longitude = radians(360.0 / float(CAPSULE_SIDES) * float(gl_VertexIndex % int(CAPSULE_SIDES)));

    uint first_element = draw.first_element + 2u * gl_InstanceIndex;
    uvec2 ends = uvec2(elements[first_element], elements[first_element + 1u]);
    vec3 a = world(ends.x);
    vec3 b = world(ends.y);
    vec3 along = b - a;
    vec3 axis = dot(along, along) > 0.0 ? normalize(along) : vec3(0.0, 1.0, 0.0);
    vec3 side = normalize(cross(axis, abs(axis.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0)));
    vec3 radial = cos(longitude) * side + sin(longitude) * cross(axis, side);
    out_normal = cos(latitude) * radial + sin(latitude) * axis;
    out_position = (second ? b : a) + draw.radius * out_normal;
    out_tangent = vec4(0.0);
    gl_Position = view.world_to_clip * vec4(out_position, 1.0);

    uint vertex = second ? ends.y : ends.x;
    VertexAttributes end = attributes[draw.first_attribute + vertex];
    out_uv = vec4(end.uv0, end.uv1);
    out_color = vertex_color(draw, vertex);
}
