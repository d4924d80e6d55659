// The way of a particle beyond the one that it was expected to go since pairs were sought. The pass has `state` and `ways`.

// `gone` since then, in so many substeps.
vec3 beyond(uint i, vec3 gone, float substeps) {
    return gone - substeps * state[0].drift - min(substeps, TOUCH_AHEAD) * ways[i];
}
