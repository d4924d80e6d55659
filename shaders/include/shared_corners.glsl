// Bits of the edges of one element that end in a corner of the other.
uint joined(uvec3 one, uvec3 other) {
    uint corners = 0;
    [[unroll]] for (uint k = 0; k < 3; ++k) corners |= any(equal(uvec3(one[k]), other)) ? 9u << k : 0;
    return (corners | corners >> 1) & 7u;
}
