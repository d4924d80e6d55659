// The sum of the corrections of a particle by its intersections. Needs "intersection_constraint.glsl", `starts`, `entries`, `pulls`
// and `pushes`.

vec3 pulled(uint particle) {
    vec3 sum = vec3(0.0);
    for (uint k = starts[particle]; k < starts[particle + 1]; ++k) {
        const uint row = entries[k] / INTERSECTION_CORNERS;
        sum += weight_of(pulls[row], entries[k] % INTERSECTION_CORNERS) * pushes[row];
    }
    return sum;
}
