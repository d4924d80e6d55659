// The sum of the corrections of a particle by its intersections.

vec3 pulled(uint particle) {
    vec3 sum = vec3(0.0);
    for (uint k = starts[particle]; k < starts[particle + 1]; ++k) {
        const uint row = entries[k] / INTERSECTION_CORNERS;
        const uint corner = entries[k] % INTERSECTION_CORNERS;
        const Pull pull = pulls[row];
        const float end = corner == 0 ? 1.0 - pull.along : pull.along;
        sum += (corner < 2 ? end : -pull.inside[corner - 2]) * pushes[row];
    }
    return sum;
}
