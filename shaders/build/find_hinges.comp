#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: a hinge for each inner edge to a higher particle; an edge of n > 2 triangles gets n − 1.

#include "bindings/build/find_hinges.glsl"

#include "hinge.glsl"

void main() {
    const uint v = gl_GlobalInvocationID.x;
    if (v >= params.count) return;
    uint found = 0;
    if (bodies[body_of[v]].bend == BEND_DIHEDRAL) {
        for (uint k = starts[v] + 1; k < starts[v + 1]; ++k) {
            const uvec3 one = entries[k - 1];
            const uvec3 two = entries[k];
            if (one.x != two.x || one.x <= v || one.y == NONE || two.y == NONE) continue;
            if (params.fill != 0) {
                const Bend b = bend(rest[v].xyz, rest[one.x].xyz, rest[one.y].xyz, rest[two.y].xyz);
                hinges[hinge_starts[v] + found] = Hinge(v, one.x, one.y, two.y, b.angle, MATERIALS * body_of[v] + HINGE);
            }
            ++found;
        }
    }
    counts[v] = found;
}
