// Loads a candidate pair from its rows. Needs `around` and `keys`.

Pair load_pair(uint i, uvec4 of, vec4 clearance) {
    const uvec4 key = FETCH(keys, i);
    return Pair(of, FETCH(around, i), key.z, clearance.z, clearance.w, key.w);
}
