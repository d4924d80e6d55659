// What items (particles) are pushed by in a frame, summed by what pushes them. The pass declares `tallies` and `status`;
// what finds no room is counted.

// An impulse that one of `count` items got from `other`: 1 + a collider.
void tally(uint item, uint count, uint other, vec3 impulse) {
    for (uint k = 0; k < TALLIES; ++k) {
        const uint at = k * count + item;
        if (tallies[at].other != other && tallies[at].other != 0u) continue;
        tallies[at] = Tally(other, tallies[at].impulse + impulse);
        return;
    }
    atomicAdd(status[STATUS_UNTOLD], 1);
}
