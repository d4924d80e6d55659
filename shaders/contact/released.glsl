// Candidates at intersections. Needs "deformable_contact.glsl", `passing` and `body_of`.

#include "include/edge_triangle.glsl"

// What an intersection does to a candidate near it: nothing.
#define NOT_RELEASED 0u
// It would keep intersecting features where they are, so it neither pushes nor truncates.
#define RELEASED_FREELY 1u
// Its features were part of an intersection recently, so they separate slowly.
#define RELEASED_SLOWLY 2u

// Whether the particle of this word has to leave that body.
bool comes_out_of(uint body, uint word) { return word / OUT_OF == body + 1 || word / OUT_OF == OUT_OF_ALL; }

uint release_by_words(uint kind, uvec4 of, uvec4 words) {
    const bool point = kind == POINT_TRIANGLE;
    const uint body = body_of[point ? of.x : of.y];
    const uint other = body_of[of.w];
    uvec2 bits = uvec2(0);
    bool comes_out = false;
    [[unroll]] for (uint k = 0; k < 4; ++k) {
        const bool first = k < first_corners(kind);
        bits |= first ? uvec2(words[k], 0) : uvec2(0, words[k]);
        comes_out = comes_out || comes_out_of(first ? other : body, words[k]);
    }
    if (comes_out || (bits.x & bits.y & NEAR_INTERSECTION) != 0) return RELEASED_FREELY;
    return ((bits.x | bits.y) & LATELY) != 0 ? RELEASED_SLOWLY : NOT_RELEASED;
}

uint release_of(uint kind, uvec4 of) {
    uint release = NOT_RELEASED;
    // A loop, since software drivers run both sides of a branch, and few scenes have intersections.
    for (uint once = passing[0] != 0 ? 1 : 0; once != 0; --once) {
        const uvec4 words = uvec4(passing[1 + of.x], passing[1 + of.y], passing[1 + of.z], passing[1 + of.w]);
        release = release_by_words(kind, of, words);
    }
    return release;
}

// The least separation of features that were part of an intersection recently.
float slow_separation(float gap, float h) { return -gap * pace(h); }
