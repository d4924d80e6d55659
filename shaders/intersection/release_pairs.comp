#version 460
#extension GL_GOOGLE_include_directive : require
// One pair of surface parts that may touch: where it would keep what has to come back on the wrong side, it does not hold, and
// the guard does not either. One of what has just come apart opens as slowly as that did.
#include "bindings/intersection/release_pairs.glsl"
// How many crossings there are, then a word for each particle.

#include "intersection.glsl"

// Whether a particle of this word has to come back out of a body.
bool comes_out_of(uint word, uint body) { return word / OUT_OF == body + 1 || word / OUT_OF == OUT_OF_ALL; }

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= state[0].pairs) return;
    const uvec4 ends = FETCH(corners, i);
    const uvec2 manner = FETCH(manners, i).xy;
    const uint first = manner.x == POINT_TRIANGLE ? 1 : 2;
    const uint bodies[2] = uint[2](body_of[ends.x], body_of[ends.w]);
    bool free = false;
    uint words[2] = uint[2](0, 0);
    for (uint k = 0; k < 4; ++k) {
        const uint part = k < first ? 0 : 1;
        const uint word = passing[1 + ends[k]];
        free = free || comes_out_of(word, bodies[1 - part]);
        words[part] |= word;
    }
    if (free || (words[0] & words[1] & NEAR_INTERSECTION) != 0) {
        near[i] = -abs(near[i]);
        presses[i] = 0.0;
        apart[i] = 0.0;
    } else if (((words[0] | words[1]) & LATELY) != 0) {
        opens[i].x = max(opens[i].x, -uintBitsToFloat(manner.y) * tangle_pace(frame[0].h));
    }
}
