// Sums the contact impulses on items (particles) in a frame, by the other body. The pass declares `accumulators` and `status`;
// impulses without a free accumulator are counted.

// Adds an impulse on one of `count` items from `other`: 1 + a collider.
void accumulate(uint item, uint count, uint other, vec3 impulse) {
    for (uint k = 0; k < ACCUMULATORS; ++k) {
        const uint at = k * count + item;
        if (accumulators[at].other != other && accumulators[at].other != 0u) continue;
        accumulators[at] = Accumulator(other, accumulators[at].impulse + impulse);
        return;
    }
    atomicAdd(status[STATUS_UNTOLD], 1);
}
