#version 460
// One end of a distance link, coloured by its strain: blue compressed, white at rest, red stretched by 5 %.
#include "draw/draw.glsl"

struct Link {
    uint a;
    uint b;
    float rest;
};

layout(push_constant, scalar) uniform Push { LineDraw draw; };

layout(set = 1, binding = 0, scalar) readonly buffer Positions { vec4 positions[]; };
layout(set = 1, binding = 4, scalar) readonly buffer Links { Link links[]; };

layout(location = 0) out vec4 out_color;

void main() {
    Link link = links[gl_VertexIndex / 2];
    vec3 a = positions[link.a].xyz;
    vec3 b = positions[link.b].xyz;
    float strain = link.rest > 0.0 ? distance(a, b) / link.rest - 1.0 : 0.0;
    float amount = clamp(strain / 0.05, -1.0, 1.0);
    vec3 extreme = amount < 0.0 ? vec3(0.05, 0.20, 0.90) : vec3(0.90, 0.06, 0.03);
    out_color = vec4(mix(vec3(0.85), extreme, abs(amount)), 1.0) * draw.color;
    gl_Position = view.world_to_clip * vec4(gl_VertexIndex % 2 == 0 ? a : b, 1.0);
    // A small offset towards the eye, as for edges.
    gl_Position.z += 2e-4 * gl_Position.w * gl_Position.z;
}
