// Runs `solve` over the pairs of rigid bodies, colour by colour, in one workgroup; those of the last colour one by one.

void main() {
    const uint lane = gl_LocalInvocationIndex;
    for (uint color = 0; color < COLORS; ++color) {
        const uint last = color_starts[color + 1];
        if (color_starts[color] == last) break;
        for (uint k = color_starts[color] + lane; k < last; k += WORKGROUP) solve(ordered[k]);
        memoryBarrierBuffer();
        barrier();
    }
    if (lane != 0) return;
    for (uint k = color_starts[COLORS]; k < color_starts[COLORS + 1]; ++k) solve(ordered[k]);
}
