// Lists of neighbours, four places in three words: 24 bits are enough for one. Needs `params`, and `neighbours`, where entries k to
// k + 3 of the list at place s are at k/4 * count + s.

uvec4 four_around(uint s, uint k) {
    const uvec3 words = neighbours[k / 4 * params.count + s];
    const uvec3 tops = words >> 24;
    return uvec4(words & 0xffffffu, tops.x | tops.y << 8 | tops.z << 16);
}
