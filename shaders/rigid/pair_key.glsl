// Keys by which pairs of rigid bodies' colliders are sorted: their kind or their colour. Needs buffers
// `colliders`, `starts`, `pairs` and `colors`.

uint key_count() { return params.key == PAIRS_BY_KIND ? KINDS : COLORS + 1; }

uint kind(uint pair) {
    const uvec2 parts = pairs[pair].parts;
    return colliders[parts.x].shape == BOX && colliders[parts.y].shape == BOX ? KIND_BOXES : KIND_OTHERS;
}

// Pairs without a colour get the last one, whose pairs are solved one after the other. NONE is no key: there is no such pair.
uint key(uint pair) {
    if (pair >= min(starts[params.colliders], params.capacity)) return NONE;
    return params.key == PAIRS_BY_KIND ? kind(pair) : min(colors[pair], COLORS);
}
