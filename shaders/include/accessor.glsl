// Reads vec3 elements from the accessor pool. Needs `pool` (words) and `accessors`.

uint pool_byte(uint at) { return pool[at >> 2] >> ((at & 3u) * 8u) & 0xFFu; }
uint pool_half(uint at) { return pool_byte(at) | pool_byte(at + 1u) << 8; }

float pool_component(Accessor a, uint at) {
    switch (a.component) {
    case 5120: { const int v = bitfieldExtract(int(pool_byte(at)), 0, 8); return a.normalized != 0 ? max(float(v) / 127.0, -1.0) : float(v); }
    case 5121: { const float v = float(pool_byte(at)); return a.normalized != 0 ? v / 255.0 : v; }
    case 5122: { const int v = bitfieldExtract(int(pool_half(at)), 0, 16); return a.normalized != 0 ? max(float(v) / 32767.0, -1.0) : float(v); }
    case 5123: { const float v = float(pool_half(at)); return a.normalized != 0 ? v / 65535.0 : v; }
    default: return uintBitsToFloat(pool_half(at) | pool_half(at + 2u) << 16);
    }
}

vec3 read_vec3(uint accessor, uint element) {
    const Accessor a = accessors[accessor];
    const uint at = a.offset + element * a.stride;
    const uint size = a.component == 5126 ? 4 : (a.component >= 5122 ? 2 : 1);
    return vec3(pool_component(a, at), pool_component(a, at + size), pool_component(a, at + 2 * size));
}
