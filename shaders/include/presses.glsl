// Whether a touch presses; where it did not, or no longer does, its particles' are to be counted anew. The pass has `presses` and `changed`.

void press(uint row, uvec4 ends, bool now) {
    const bool before = presses[row] != 0.0;
    presses[row] = now ? 1.0 : 0.0;
    if (now != before) [[unroll]] for (uint k = 0; k < 4; ++k) atomicOr(changed[ends[k]], 1);
}
