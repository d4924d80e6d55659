// What items (particles) are pushed by in a frame, summed by what pushes them. The pass declares `tallies` and `status`;
// what finds no room is counted.

// An impulse that one of `count` items got from `other`: 1 + a collider.
void accumulate(uint item, uint count, uint other, vec3 impulse) {
    for (uint k = 0; k < ACCUMULATORS; ++k) {
        const uint at = k * count + item;
        if (accumulators[at].other != other && accumulators[at].other != 0u) continue;
        accumulators[at] = Accumulator(other, accumulators[at].impulse + impulse);
        return;
    }
    atomicAdd(status[STATUS_UNTOLD], 1);
}
