// Runs `solve` over the pairs of rigid bodies, colour by colour, in one workgroup; those of the last colour one by one. Where
// THERE_AND_BACK, then in reverse, too.

void main() {
    const uint lane = gl_LocalInvocationIndex;
    uint there = 0;
    for (uint color = 0; color <= COLORS; ++color) there += color_starts[color] < color_starts[color + 1] ? 1 : 0;
    const uint steps = THERE_AND_BACK && there > 0 ? 2 * there - 1 : there;
    for (uint step = 0; step < steps; ++step) {
        const uint color = step < there ? step : steps - 1 - step;
        const uint last = color_starts[color + 1];
        const bool together = color < COLORS;
        for (uint k = color_starts[color] + lane; k < last; k += together ? WORKGROUP : 1) {
            if (together || lane == 0) solve(ordered[k]);
        }
        memoryBarrierBuffer();
        barrier();
    }
}
