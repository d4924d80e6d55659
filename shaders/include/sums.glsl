// Impulses of particles on rigid bodies: takes the sums of `couple/sum_rigid_impulses` and clears them. Needs buffers `rigids`
// and `sums`.

// kg m.
vec3 summed_impulse(uint b) {
    const vec3 units = vec3(sums[b].push) + vec3(sums[b].push_fine) / float(FINE_PARTS);
    sums[b].push = ivec3(0);
    sums[b].push_fine = ivec3(0);
    return units * rigids[b].unit;
}

// About the body's centre of mass, kg m².
vec3 summed_angular_impulse(uint b) {
    const vec3 units = vec3(sums[b].turn) + vec3(sums[b].turn_fine) / float(FINE_PARTS);
    sums[b].turn = ivec3(0);
    sums[b].turn_fine = ivec3(0);
    return units * rigids[b].turn_unit;
}
