// Keys by which pairs of rigid bodies' colliders are sorted: their kind (`flag` 0) or their colour (`flag` 1). Needs buffers
// `colliders`, `starts`, `pairs` and `colors`.

uint key_count() { return params.flag == 0 ? KINDS : COLORS + 1; }

uint kind(uint pair) {
    const uvec2 parts = pairs[pair].parts;
    return colliders[parts.x].shape == BOX && colliders[parts.y].shape == BOX ? 0 : 1;
}

// Pairs without a colour get the last one, whose pairs are solved one after the other. NONE is no key: there is no such pair.
uint key(uint pair) {
    if (pair >= min(starts[params.parts], params.capacity)) return NONE;
    return params.flag == 0 ? kind(pair) : min(colors[pair], COLORS);
}
