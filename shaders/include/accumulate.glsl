// Accumulates the impulses on items (particles) over a frame, by source. Needs `accumulators` and `status`; an impulse that finds
// no free accumulator is counted.

// Adds an impulse on one of `count` items by `other`, which is 1 + a collider or a body.
void accumulate(uint item, uint count, uint other, vec3 impulse) {
    for (uint k = 0; k < ACCUMULATORS; ++k) {
        const uint at = k * count + item;
        if (accumulators[at].other != other && accumulators[at].other != 0u) continue;
        accumulators[at] = Accumulator(other, accumulators[at].impulse + impulse);
        return;
    }
    atomicAdd(status[STATUS_ACCUMULATOR_OVERFLOW], 1);
}
