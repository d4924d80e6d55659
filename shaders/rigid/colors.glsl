// Solves pairs of rigid bodies' colliders by `solve`, colour by colour. Pairs of a colour share no free body.

// The pairs of one colour, in one workgroup; those of the last colour one by one. The loop ends at its bottom: lavapipe makes one
// trip more through a loop that ends at its top.
void solve_color(uint color) {
    const uint step = color < COLORS ? WORKGROUP : 1;
    const uint last = color < COLORS || gl_LocalInvocationIndex == 0 ? color_starts[color + 1] : 0;
    for (uint k = color_starts[color] + gl_LocalInvocationIndex; k < last; k += step) {
        solve(ordered[k]);
        if (k + step >= last) break;
    }
    memoryBarrierBuffer();
    barrier();
}

// Number of colours, without the last one if it is empty.
uint color_count() {
    uint most = 0;
    for (uint color = 0; color <= COLORS; ++color) most = color_starts[color] < color_starts[color + 1] ? color + 1 : most;
    return most;
}

// The first colour that has no dispatch of its own: from it on, one workgroup solves all colours.
uint first_small_color() {
    for (uint color = 0; color < params.color_dispatches; ++color)
        if (color_starts[color + 1] - color_starts[color] <= SMALL_COLOR) return color;
    return params.color_dispatches;
}

// One pair of a colour that has a dispatch of its own.
void solve_own() {
    const uint k = color_starts[params.color] + gl_GlobalInvocationID.x;
    if (k < color_starts[params.color + 1]) solve(ordered[k]);
}

// All small colours, in one workgroup.
void solve_small_colors() {
    const uint count = color_count();
    for (uint color = first_small_color(); color < count; ++color) solve_color(color);
}
