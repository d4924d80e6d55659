#version 460
#extension GL_GOOGLE_include_directive : require
// One tetrahedron: C = V − rest, V = (b − a) × (c − a) · (d − a) / 6 [MMC16, eqs 18, 26].
#include "bindings/solve/solve_volumes.glsl"

#include "solve/constraint.glsl"

void project(uint at) {
    const Volume volume = volumes[at];
    const uint corner[4] = uint[](volume.a, volume.b, volume.c, volume.d);
    vec4 d[4];
    for (uint k = 0; k < 4; ++k) d[k] = displacement[corner[k]];
    const vec3 p = edge_to(corner, d, 1);
    const vec3 q = edge_to(corner, d, 2);
    const vec3 s = edge_to(corner, d, 3);
    const vec3 b = cross(q, s) / 6.0;
    const vec3 c = cross(s, p) / 6.0;
    const vec3 e = cross(p, q) / 6.0;
    const vec3 gradient[4] = vec3[](-(b + c + e), b, c, e);
    solve_row(at, corner, d, gradient, dot(b, p) - volume.rest, materials[volume.material]);
}

#include "solve/run_constraints.glsl"
