// A box of a BVH whose pool is fetched as `nodes`, with three elements a box.
Bounds box_at(uint node) {
    const vec2 low = FETCH(nodes, 3 * node).xy;
    const vec2 middle = FETCH(nodes, 3 * node + 1).xy;
    const vec2 high = FETCH(nodes, 3 * node + 2).xy;
    return Bounds(vec3(low, middle.x), vec3(middle.y, high));
}
