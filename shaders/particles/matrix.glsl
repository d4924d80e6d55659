// Transforms positions from a node's frame to the world. Needs `matrices`, a column a row.

vec3 to_world(uint matrix, vec3 local) {
    const uint m = 4 * matrix;
    return matrices[m].xyz * local.x + matrices[m + 1].xyz * local.y + matrices[m + 2].xyz * local.z + matrices[m + 3].xyz;
}
