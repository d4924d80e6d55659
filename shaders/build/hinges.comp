#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle: a hinge for each inner edge to a higher particle; an edge of n > 2 triangles gets n − 1.

layout(push_constant, scalar) uniform Params { FillParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Entries { uvec3 entries[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Rests { vec4 rest[]; };
layout(set = 0, binding = 3, scalar) readonly buffer BodyOf { uint body_of[]; };
layout(set = 0, binding = 4, scalar) readonly buffer Bodies { BuildBody bodies[]; };
layout(set = 0, binding = 5, scalar) readonly buffer HingeStarts { uint hinge_starts[]; };
layout(set = 0, binding = 6, scalar) buffer Counts { uint counts[]; };
layout(set = 0, binding = 7, scalar) writeonly buffer Hinges { Hinge hinges[]; };

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
