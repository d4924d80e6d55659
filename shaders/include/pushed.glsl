// What the touches that share a particle push it by.

vec3 pushed(uint particle) {
    vec3 sum = vec3(0.0);
    for (uint k = starts[particle]; k < starts[particle + 1]; ++k) {
        const uint row = entries[k] / 4;
        sum += touches[row].weights[entries[k] % 4] * pushes[row];
    }
    return sum;
}
