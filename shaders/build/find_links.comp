#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: finds candidates for the distance links that start at it or bend over it.
// The particle of lower index owns a link. Duplicates are removed by build/deduplicate_links.
#include "bindings/build/find_links.glsl"

// The range of entries of the sorted half-edge lists of build/list_half_edges: those of particle a that refer to b.
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

void add(uint a, uint b, uint kind) {
    const uint owner = min(a, b);
    const uint rank = atomicAdd(cursor[owner], 1);
    if (params.stage == LIST_FILL) candidates[candidate_starts[owner] + rank] = uvec3(max(a, b), kind, 0);
}

void add_edge(uint v, uint other, uvec2 run, BuildBody body) {
    const bool diagonal = is_diagonal(v, other, run);
    add(v, other, diagonal ? SHEAR : STRETCH);
    const uint p = entries[run.x].y;
    if (run.y - run.x != 2 || p == NONE) return;
    const uint q = entries[run.x + 1].y;
    if (body.grid != 0 && diagonal) add(p, q, SHEAR);
    if (body.bend == BEND_DISTANCE && !diagonal && !in_quad(v, other, p) && !in_quad(v, other, q)) add(p, q, BEND);
}

// Adds bending links between the far ends of the edge v–other and of each later edge of v that is collinear with it.
void add_straight(uint v, uint other, uvec2 run) {
    const vec3 incoming = normalize(rest[v].xyz - rest[other].xyz);
    uint previous = other;
    for (uint k = run.y; k < starts[v + 1]; ++k) {
        const uint far_end = entries[k].x;
        if (far_end == previous) continue;
        previous = far_end;
        const bool straight = dot(incoming, normalize(rest[far_end].xyz - rest[v].xyz)) > COS_ONE_DEGREE;
        if (straight && !is_diagonal(v, other, run) && !is_diagonal(v, far_end)) add(other, far_end, BEND);
    }
}

void main() {
    const uint v = gl_GlobalInvocationID.x;
    if (v >= params.count) return;
    const BuildBody body = bodies[body_of[v]];
    uint k = starts[v];
    for (uint step = starts[v]; step < starts[v + 1]; ++step) {
        if (k >= starts[v + 1]) break;
        const uint other = entries[k].x;
        uint end = k + 1;
        for (; end < starts[v + 1]; ++end) if (entries[end].x != other) break;
        if (v < other) add_edge(v, other, uvec2(k, end), body);
        if (body.bend == BEND_DISTANCE) add_straight(v, other, uvec2(k, end));
        k = end;
    }
}
