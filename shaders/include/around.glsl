// Lists of neighbours, four places in three words: 24 bits are enough for one. Needs "fluid.glsl", `counts`, `places`, and `neighbours`,
// where entries k to k + 3 of the list at place s are at k/4 * count + s. The pass defines what it does with a neighbour: `meet`.

#include "lanes.glsl"

struct Beside {
    uint place;
    // m³; negative where it is no fluid.
    float volume;
    // From it to the place: a unit vector.
    vec3 along;
    // How close it is, 1 to 0.
    float u;
};

void meet(Beside beside);

uvec4 four_around(uint s, uint k) {
    const uvec3 words = neighbours[k / 4 * params.count + s];
    const uvec3 tops = words >> 24;
    return uvec4(words & 0xffffffu, tops.x | tops.y << 8 | tops.z << 16);
}

// Meets the neighbours of place s, which is at x. A lane alone takes four at once. Of several each takes one: lists are short, and
// neighbours side by side in a list are most often side by side in memory.
void look_around(uint s, vec3 x) {
    const uint at_once = LANES == 1 ? 4 : 1;
    const uint last = counts[s];
    for (uint k = at_once * turn(); k < last; k += at_once * LANES) {
        const uvec4 four = four_around(s, k);
        [[unroll]] for (uint e = 0; e < at_once; ++e) {
            if (k + e >= last) continue;
            const uint j = four[LANES == 1 ? e : k % 4];
            const vec4 other = FETCH(sorted_position, j);
            const vec3 apart = x - other.xyz;
            const float r = length(apart);
            meet(Beside(j, other.w, apart / max(r, TINY), closeness(r)));
        }
    }
}
