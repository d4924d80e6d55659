#version 460
#extension GL_GOOGLE_include_directive : require
// One vertex: the area-weighted mean of the normals of its triangles.
// The one-ring of a vertex is one_ring[ranges.x .. ranges.y].
#include "bindings/particles/compute_normals.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    vec3 sum = vec3(0.0);
    for (uint k = ranges[i].x; k < ranges[i].y; ++k) {
        const uvec3 t = triangles[one_ring[k]];
        const vec3 corner = vertices[t.x];
        sum += cross(vertices[t.y] - corner, vertices[t.z] - corner);
    }
    const float l = length(sum);
    normals[i] = l > 0.0 ? sum / l : vec3(0.0, 1.0, 0.0);
}
