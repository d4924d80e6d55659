// Queries on the sorted half-edge lists of build/list_half_edges. Needs `starts`, `entries` and `rest`.

// The range of entries of particle a that refer to b.
uvec2 edge_run(uint a, uint b) {
    const uint last = starts[a + 1];
    uint first = starts[a];
    for (; first < last; ++first) if (entries[first].x >= b) break;
    uint end = first;
    for (; end < last; ++end) if (entries[end].x != b) break;
    return uvec2(first, end);
}

float rest_length(uint a, uint b) { return distance(rest[a].xyz, rest[b].xyz); }

// Whether the edge a–b with this run is a quad's diagonal: the strictly longest edge (by 1 %) of both its triangles.
bool is_diagonal(uint a, uint b, uvec2 run) {
    if (run.y - run.x != 2) return false;
    const uint p = entries[run.x].y;
    const uint q = entries[run.x + 1].y;
    if (p == NONE || q == NONE) return false;
    const float longest = max(max(rest_length(a, p), rest_length(b, p)), max(rest_length(a, q), rest_length(b, q)));
    return rest_length(a, b) > 1.01 * longest;
}

bool is_diagonal(uint a, uint b) { return is_diagonal(a, b, edge_run(a, b)); }

// Whether a triangle is half of a quad.
bool in_quad(uint a, uint b, uint c) { return is_diagonal(a, b) || is_diagonal(b, c) || is_diagonal(c, a); }
