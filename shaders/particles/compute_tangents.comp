#version 460
#extension GL_GOOGLE_include_directive : require
// One vertex: the direction of increasing U, orthogonal to the normal, and the handedness of (U, V, normal).
#include "bindings/particles/compute_tangents.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    vec3 along_u = vec3(0.0);
    vec3 along_v = vec3(0.0);
    float size = 0.0;
    for (uint k = ranges[i].x; k < ranges[i].y; ++k) {
        const uvec3 t = triangles[one_ring[k]];
        const vec3 p = vertices[t.y] - vertices[t.x];
        const vec3 q = vertices[t.z] - vertices[t.x];
        const vec2 s = texcoords[t.y] - texcoords[t.x];
        const vec2 r = texcoords[t.z] - texcoords[t.x];
        // The weight is the area: of the common factor 1/det, only the sign is used.
        const float sign = s.x * r.y - r.x * s.y < 0.0 ? -1.0 : 1.0;
        along_u += sign * (r.y * p - s.y * q);
        along_v += sign * (s.x * q - r.x * p);
        size += abs(r.y) * length(p) + abs(s.y) * length(q);
    }
    const vec3 n = normals[i];
    const vec3 t = along_u - dot(along_u, n) * n;
    const float l = length(t);
    // Where the sum cancels, as at the pole of a sphere, only rounding errors remain, which have no direction.
    const vec3 direction = l > 1e-5 * size ? t / l : vec3(1.0, 0.0, 0.0);
    // V increases downwards in glTF and the bitangent points upwards, so w = −1 for an unmirrored map.
    const float handedness = dot(cross(n, along_u), along_v) < 0.0 ? 1.0 : -1.0;
    tangents[i] = vec4(direction, handedness);
}
