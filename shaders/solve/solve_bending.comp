#version 460
#extension GL_GOOGLE_include_directive : require
// One hinge: C = φ − rest, φ being the dihedral angle [MMC16, eqs 18, 26].
#include "bindings/solve/solve_bending.glsl"

#include "solve/constraint.glsl"
#include "include/hinge.glsl"

void project(uint at) {
    const Hinge hinge = hinges[at];
    const uint corner[4] = uint[](hinge.a, hinge.b, hinge.c, hinge.d);
    vec4 d[4];
    for (uint k = 0; k < 4; ++k) d[k] = displacement[corner[k]];
    const Bend b = bend(vec3(0.0), edge_to(corner, d, 1), edge_to(corner, d, 2), edge_to(corner, d, 3));
    solve_row(at, corner, d, b.gradient, wrap_angle(b.angle - hinge.rest), materials[hinge.material]);
}

#include "solve/run_constraints.glsl"
