#version 460
// One pixel of a splat, which draws a fluid particle as a sphere: the distance and the speed of its surface.
#include "draw/draw.glsl"

layout(push_constant, scalar) uniform Push { SplatDraw draw; };

layout(location = 0) in vec3 center;
layout(location = 1) in vec2 corner;
layout(location = 3) in float speed;

layout(location = 0) out vec2 out_surface;

void main() {
    float height = 1.0 - dot(corner, corner);
    if (height <= 0.0) {
        discard;
    }
    vec3 front = normalize(view.eye - center * view.eye_w);
    vec3 right = normalize(cross(abs(front.y) < 0.99 ? vec3(0, 1, 0) : vec3(1, 0, 0), front));
    vec3 normal = corner.x * right + corner.y * cross(front, right) + sqrt(height) * front;
    vec4 position = vec4(center + draw.radius * normal, 1.0);
    vec4 clip = view.world_to_clip * position;
    out_surface = vec2(dot(view.forward, position), speed);
    gl_FragDepth = clip.z / clip.w;
}
