#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One point: counted in its bucket, then put into it. Filling counts down again, so that the cursors end at 0.
layout(push_constant, scalar) uniform Params { GridParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Positions { vec4 position[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 2, scalar) buffer Cursors { uint cursor[]; };
layout(set = 0, binding = 3, scalar) writeonly buffer Entries { uint entries[]; };

#include "grid.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const uint bucket = bucket_of(cell_of(position[i].xyz));
    if (params.fill == 0) {
        atomicAdd(cursor[bucket], 1);
    } else {
        const uint left = atomicAdd(cursor[bucket], NONE);
        entries[starts[bucket] + left - 1] = i;
    }
}
