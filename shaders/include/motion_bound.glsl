// Particles that exceed their motion bound. Needs `state`, `ways`, `sought` and `stale`.

// `gone` since then, in so many substeps.
vec3 beyond(uint i, vec3 gone, float substeps) {
    return gone - substeps * state[0].drift - min(substeps, ways[i].w) * ways[i].xyz;
}

// Pairs are to be sought around a particle.
void stray(uint i) {
    sought[i].w = BOUND_EXCEEDED;
    atomicOr(stale[STALE_PAIRS], 1);
    atomicAdd(state[0].straying, 1);
}
