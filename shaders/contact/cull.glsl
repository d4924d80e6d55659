// Whether the features of a candidate stay far from each other in this substep. Needs `motions`.

// Whether no two features of a candidate can be as close as `least` in this substep, by their least distance on the expected ways
// and the largest deviations from these.
bool is_clear(uvec4 corners_of_pair, vec4 clearance, float least) {
    float most = 0.0;
    [[unroll]] for (uint k = 0; k < 4; ++k) most = max(most, FETCH(motions, corners_of_pair[k]).x);
    return clearance.x - 2.0 * most > least;
}
