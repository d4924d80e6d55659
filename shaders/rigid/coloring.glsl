// The colours of pairs of rigid bodies' colliders while they are assigned, in rounds. Needs buffers `starts`, `pairs`, `slips`,
// `claims` and `colors`.

bool is_uncolored(uint pair) { return pair < min(starts[params.colliders], params.capacity) && colors[pair] >= PROPOSED; }

// By the two colliders, so that the result does not depend on pairs elsewhere. A bijection of 31 bits.
uint hashed(uint pair) {
    const uvec2 parts = pairs[pair].parts;
    const uint number = params.colliders <= 32768 ? 32768 * parts.x + parts.y : pair;
    return (number + 1u) * 0x9E3779B1u & 0x7FFFFFFFu;
}

// Pairs that touched in the last frame come first: they take the lowest colours, so that the higher ones have little to solve.
uint priority(uint pair) { return slips[pair] != vec4(0.0) ? hashed(pair) | 0x80000000u : hashed(pair); }

// Where pairs that propose a colour claim a body.
uint claim_of(uint body, uint color) { return CLAIMS * body + color % CLAIMS; }
