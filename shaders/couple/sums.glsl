// Impulses of particles on rigid bodies: takes the sums of `couple/sum_rigid_impulses` and clears them. Needs buffers `rigids`
// and `sums`.

// kg m.
vec3 summed_impulse(uint b) {
    const vec3 units = vec3(sums[b].impulse) + vec3(sums[b].impulse_fine) / float(FINE_PARTS);
    sums[b].impulse = ivec3(0);
    sums[b].impulse_fine = ivec3(0);
    return units * rigids[b].unit;
}

// About the body's centre of mass, kg m².
vec3 summed_angular_impulse(uint b) {
    const vec3 units = vec3(sums[b].angular_impulse) + vec3(sums[b].angular_impulse_fine) / float(FINE_PARTS);
    sums[b].angular_impulse = ivec3(0);
    sums[b].angular_impulse_fine = ivec3(0);
    return units * rigids[b].angular_unit;
}
