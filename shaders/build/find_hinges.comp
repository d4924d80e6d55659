#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: writes a hinge for each inner edge to a particle of higher index.
// A non-manifold edge of n > 2 triangles gets n − 1 hinges.

#include "bindings/build/find_hinges.glsl"

#include "include/hinge.glsl"

void main() {
    const uint v = gl_GlobalInvocationID.x;
    if (v >= params.count) return;
    uint found = 0;
    if (bodies[body_of[v]].bend == BEND_DIHEDRAL) {
        for (uint k = starts[v] + 1; k < starts[v + 1]; ++k) {
            const uvec3 first = entries[k - 1];
            const uvec3 second = entries[k];
            if (first.x != second.x || first.x <= v || first.y == NONE || second.y == NONE) continue;
            if (params.stage == LIST_FILL) {
                const Bend b = bend(rest[v].xyz, rest[first.x].xyz, rest[first.y].xyz, rest[second.y].xyz);
                hinges[hinge_starts[v] + found] = Hinge(v, first.x, first.y, second.y, b.angle, MATERIALS * body_of[v] + HINGE);
            }
            ++found;
        }
    }
    counts[v] = found;
}
