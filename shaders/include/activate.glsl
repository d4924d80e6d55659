// Activates or deactivates a contact. A change marks its particles, whose active contacts are counted again. Needs `presses` and `changed`.

void press(uint row, uvec4 ends, bool now) {
    const bool before = presses[row] != 0.0;
    presses[row] = now ? 1.0 : 0.0;
    if (now != before) [[unroll]] for (uint k = 0; k < 4; ++k) atomicOr(changed[ends[k]], 1);
}
