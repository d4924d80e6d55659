// Updates the position of a particle with compensated summation. What a float32 drops is added in the next substep, as
// slow particles would never move otherwise. Needs `position` and `compensation`.

void advance(uint i, vec3 from, vec3 by) {
    const precise vec3 step = by;
    const precise vec3 next = from + step;
    const precise vec3 dropped = step - (next - from);
    compensation[i] = dropped;
    position[i].xyz = next;
}
