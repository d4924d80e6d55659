// Loads a candidate pair from its rows. The pass fetches `corners`, `around` and `manners`.

Pair pair_at(uint i) {
    const uvec4 manner = FETCH(manners, i);
    const vec2 sizes = uintBitsToFloat(manner.yz);
    return Pair(FETCH(corners, i), FETCH(around, i), manner.x, sizes.x, sizes.y, manner.w);
}
