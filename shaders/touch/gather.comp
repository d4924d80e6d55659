#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle some of whose pairs touches were detected among anew: those of its pairs that may push. How far it may stray until they are detected again, and
// how far it is free to go: if the others in its pairs go no further either, none comes near.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer States { TouchState state[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Entries { uint entries[]; };
FETCHED_FLOAT(3, Nears, near);
FETCHED_FLOAT(4, Aparts, apart);
layout(set = 0, binding = 5, scalar) readonly buffer Positions { vec4 position[]; };
layout(set = 0, binding = 6, scalar) readonly buffer Bodies { TouchBody bodies[]; };
layout(set = 0, binding = 7, scalar) readonly buffer BodyOf { uint body_of[]; };
layout(set = 0, binding = 8, scalar) readonly buffer Reneweds { uint renewed[]; };
layout(set = 0, binding = 9, scalar) writeonly buffer Ends { uint ends[]; };
layout(set = 0, binding = 10, scalar) writeonly buffer Gathered { uint gathered[]; };
// Where it is without the way of all, or was when it last stirred.
layout(set = 0, binding = 11, scalar) buffer Detecteds { vec4 detected[]; };
layout(set = 0, binding = 12, scalar) writeonly buffer Frees { float free[]; };

// Of half of a body's thickness: how far its particles may stray at most. With ten times that, pairs that share what they are nearest to take turns from
// frame to frame, and layers hum.
#define STRAY 0.01
// Of the distances of its pairs: how far a particle may stray at most, and how far it is free to go.
#define STRAY_BETWEEN 0.1
#define FREE_BETWEEN 0.4
// What no particle goes as far as, m.
#define FARTHEST 1e30

void main() {
    const uint i = gl_GlobalInvocationID.x;
    const bool anew = state[0].anew != 0;
    if (i >= params.count || (!anew && renewed[i] == 0)) return;
    uint end = starts[i];
    float least = FARTHEST;
    for (uint k = starts[i]; k < starts[i + 1]; ++k) {
        const uint entry = entries[k];
        if (FETCH(near, entry / 4).x > 0.0) gathered[end++] = entry;
        const float between = FETCH(apart, entry / 4).x;
        if (between > 0.0) least = min(least, between);
    }
    ends[i] = end;
    const bool any = starts[i] < starts[i + 1];
    const float stray = STRAY * bodies[body_of[i]].half_thickness;
    if (anew) detected[i].xyz = position[i].xyz - state[0].substeps * state[0].drift;
    detected[i].w = any ? min(stray, STRAY_BETWEEN * least) : FARTHEST;
    free[i] = FREE_BETWEEN * least;
}
