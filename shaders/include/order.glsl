// Counting sort of pairs by `key`, one of KEYS, stable within a key. Each invocation of one workgroup sorts a part of the pairs.
// Needs "lane.glsl", and buffers `shares`, `ordered` and the one that KEY_STARTS names.
void order(uint count) {
    const uint part = (count + WORKGROUP - 1) / WORKGROUP;
    const uint first = min(lane * part, count);
    const uint last = min(first + part, count);
    for (uint k = 0; k < KEYS; ++k) shares[lane * KEYS + k] = 0;
    for (uint pair = first; pair < last; ++pair) ++shares[lane * KEYS + key(pair)];
    sync();
    if (lane == 0) {
        uint start = 0;
        for (uint k = 0; k < KEYS; ++k) {
            KEY_STARTS[k] = start;
            for (uint other = 0; other < WORKGROUP; ++other) {
                const uint at = other * KEYS + k;
                const uint size = shares[at];
                shares[at] = start;
                start += size;
            }
        }
        KEY_STARTS[KEYS] = start;
    }
    sync();
    for (uint pair = first; pair < last; ++pair) ordered[shares[lane * KEYS + key(pair)]++] = pair;
}
