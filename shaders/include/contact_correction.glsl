// The sum of the corrections of a particle by its contacts.

vec3 pushed(uint particle) {
    vec3 sum = vec3(0.0);
    for (uint k = starts[particle]; k < ends[particle]; ++k) {
        const uint entry = entries[k];
        sum += FETCH(weights, entry / 4)[entry % 4] * FETCH(pushes, entry / 4).xyz;
    }
    return sum;
}
