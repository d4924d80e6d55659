#version 460
// One corner of a splat: a square around a fluid particle that faces the eye.
#include "draw/draw.glsl"

layout(push_constant, scalar) uniform Push { SplatDraw draw; };

layout(set = 1, binding = 0, scalar) readonly buffer Positions { vec3 positions[]; };
layout(set = 1, binding = 2, scalar) readonly buffer Velocities { vec4 velocities[]; };
layout(set = 1, binding = 3, scalar) readonly buffer Attributes { VertexAttributes attributes[]; };

layout(location = 0) out vec3 out_center;
layout(location = 1) out vec2 out_corner;
layout(location = 2) out vec3 out_absorption;
layout(location = 3) out float out_speed;

const vec2 CORNERS[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(-1, 1));

// Vertices of removed particles are below this height, m (particles/write_vertices.comp). They are not drawn.
const float REMOVED_HEIGHT = -1e8;

void main() {
    uint point = gl_VertexIndex / 6;
    out_center = (draw.model * vec4(positions[draw.first_vertex + point], 1.0)).xyz;
    out_corner = CORNERS[gl_VertexIndex % 6];
    // The vertex colour absorbs light in the same way as the material's colour: it shows at the attenuation distance.
    vec3 color = unpackUnorm4x8(attributes[draw.first_attribute + point].color).rgb;
    out_absorption = draw.absorption - log(max(color, 0.02)) / draw.attenuation_distance;
    bool has_velocities = (draw.flags & HAS_VELOCITIES) != 0u;
    out_speed = has_velocities ? length(velocities[draw.first_particle + point].xyz) : 0.0;

    vec3 front = normalize(view.eye - out_center * view.eye_w);
    vec3 right = normalize(cross(abs(front.y) < 0.99 ? vec3(0, 1, 0) : vec3(1, 0, 0), front));
    vec2 corner = out_corner * draw.radius;
    vec3 world = out_center + corner.x * right + corner.y * cross(front, right);
    gl_Position = out_center.y > REMOVED_HEIGHT ? view.world_to_clip * vec4(world, 1.0) : vec4(0.0, 0.0, 2.0, 1.0);
}
