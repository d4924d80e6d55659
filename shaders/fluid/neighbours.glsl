// Iterates over lists of neighbours in grid order. A list holds grid indices of 24 bits, four in three words. Entries k to k + 3
// of the list of point s are at k/4 * count + s. Needs "kernel.glsl", `counts`, `sorted_position` and `neighbours`.
// The pass defines `visit`, which handles one neighbour.

#include "include/lanes.glsl"

struct Neighbour {
    // In grid order.
    uint index;
    // Volume, m³; negative where it is not fluid.
    float volume;
    // Unit vector from the neighbour to the point.
    vec3 direction;
    // 1 − distance/radius: 1 at the point, 0 at the radius of the kernel.
    float u;
};

void visit(Neighbour other);

uvec4 unpack_four(uint s, uint k) {
    const uvec3 words = neighbours[k / 4 * params.count + s];
    const uvec3 tops = words >> 24;
    return uvec4(words & 0xffffffu, tops.x | tops.y << 8 | tops.z << 16);
}

// Visits the neighbours of point s, which is at x. A single lane takes four at once. Several lanes take one each: lists are
// short, and neighbours that are adjacent in a list are mostly adjacent in memory.
void visit_neighbours(uint s, vec3 x) {
    const uint batch = LANES == 1 ? 4 : 1;
    const uint last = counts[s];
    for (uint k = batch * lane_index(); k < last; k += batch * LANES) {
        const uvec4 four = unpack_four(s, k);
        [[unroll]] for (uint e = 0; e < batch; ++e) {
            if (k + e >= last) continue;
            const uint j = four[LANES == 1 ? e : k % 4];
            const vec4 other = FETCH(sorted_position, j);
            const vec3 separation = x - other.xyz;
            const float r = length(separation);
            visit(Neighbour(j, other.w, separation / max(r, TINY), closeness(r)));
        }
    }
}
