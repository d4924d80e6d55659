// The step of a particle to its new position. What a float32 drops of that is carried to the next substep, or slow particles would never
// arrive. The pass has `position` and `remainder`.

void advance(uint i, vec3 from, vec3 way) {
    const precise vec3 step = way;
    const precise vec3 next = from + step;
    const precise vec3 dropped = step - (next - from);
    compensation[i] = dropped;
    position[i].xyz = next;
}
