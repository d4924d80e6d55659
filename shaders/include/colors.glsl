// `solve` over the pairs of rigid bodies of one colour, in one workgroup; those of the last colour one by one.
// A loop that ends at its bottom: lavapipe walks once more through one that ends at its top.
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

// How many colours there are, the last one aside if it is empty.
uint colors() {
    uint most = 0;
    for (uint color = 0; color <= COLORS; ++color) most = color_starts[color] < color_starts[color + 1] ? color + 1 : most;
    return most;
}
