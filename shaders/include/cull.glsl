// Whether the features of a candidate stay far from each other in this substep. Needs `state` and `motions`.

// Substeps of expected motion until the end of this substep.
float substeps_ahead() { return min(state[0].substeps + 1.0, SUBSTEPS_AHEAD); }

// Whether no two features of a candidate can be as close as `least` in this substep, by their distance at the search, the
// expected motion since, and the largest deviations from that.
bool is_clear(uvec4 corners_of_pair, vec4 clearance, float least) {
    float most = 0.0;
    [[unroll]] for (uint k = 0; k < 4; ++k) most = max(most, FETCH(motions, corners_of_pair[k]).x);
    return clearance.x - clearance.y * substeps_ahead() - 2.0 * most > least;
}
