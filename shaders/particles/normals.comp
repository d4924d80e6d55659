#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One vertex: the mean of its triangles' normals, weighed by area. Its fan lies in fan[ranges.x .. ranges.y].
layout(push_constant, scalar) uniform Params { CountParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Ranges { uvec2 ranges[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Fans { uint fan[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Triangles { uvec3 triangles[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Vertices { vec3 vertices[]; };
layout(set = 0, binding = 4, scalar) writeonly buffer Normals { vec3 normals[]; };

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    vec3 sum = vec3(0.0);
    for (uint k = ranges[i].x; k < ranges[i].y; ++k) {
        const uvec3 t = triangles[fan[k]];
        const vec3 corner = vertices[t.x];
        sum += cross(vertices[t.y] - corner, vertices[t.z] - corner);
    }
    const float l = length(sum);
    normals[i] = l > 0.0 ? sum / l : vec3(0.0, 1.0, 0.0);
}
