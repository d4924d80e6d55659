// Runs `solve` for the rows of a dispatch, whose colours the host has assigned: those of one colour, or with FUSED of several colours in
// sequence, in one workgroup. Needs a buffer `color_starts`.

void main() {
    for (uint color = params.first_color; color < params.first_color + params.colors; ++color) {
        const uint end = color_starts[color + 1];
        const uint step = FUSED ? WORKGROUP : end;
        for (uint k = color_starts[color] + gl_GlobalInvocationID.x; k < end; k += step) solve(k);
        if (!FUSED) break;
        memoryBarrierBuffer();
        barrier();
    }
}
