#version 460
#extension GL_GOOGLE_include_directive : require
// One place: who is within the radius of its point. Neighbours are found row of cells by row, nearest part of each row only.
#include "bindings/grid/find_neighbours.glsl"

#include "features.glsl"
#include "grid.glsl"

// Places that are tested in one go.
#define CHUNK 32
#define KEPT_CAPACITY 96

// Neighbours that are not in the list yet, and what a group of four may lack in the end. Whether a place is one decides where the
// next goes: a branch can't be predicted.
uint kept[KEPT_CAPACITY + 3];
uint held = 0;
uint length = 0;
// Places looked at, and those that were not.
uint seen = 0;
uint lost = 0;

// Exact, since a list must hold i wherever that of i holds it.
bool near(vec4 a, vec4 b) {
    const precise vec3 d = a.xyz - b.xyz;
    const precise float radius = a.w + b.w;
    const precise float apart = d.x * d.x + d.y * d.y + d.z * d.z;
    return apart <= radius * radius;
}

// How far it is at least to cells `steps` further on, with `below` and `above` to the sides of the own one.
float gap(int steps, float below, float above, float size) {
    if (steps == 0) return 0.0;
    return max(0.0, steps > 0 ? above + float(steps - 1) * size : below - float(steps + 1) * size);
}

// Half of how much of a row is in reach, squared; below 0 where nothing is.
float across(ivec2 yz, vec3 x, float reach) {
    const ivec2 steps = yz - cell_of(x).yz;
    const vec2 size = params.size.yz;
    // Where cells begin is rounded.
    const vec2 slack = 1e-6 * abs(x.yz);
    const vec2 below = x.yz - vec2(cell_of(x).yz) * size - slack;
    const vec2 above = size - below - 2.0 * slack;
    const float dy = gap(steps.x, below.x, above.x, size.x);
    const float dz = gap(steps.y, below.y, above.y, size.y);
    return reach * reach - dy * dy - dz * dz;
}

// Keeps neighbours from a range of places. Cells of another row may share its buckets.
void keep(uint own, vec4 here, ivec2 yz, uint first, uint last) {
    for (uint k = first; k < last; ++k) {
        const vec4 other = FETCH(sorted_position, k);
        kept[held] = k;
        held += uint(k != own && near(here, other) && cell_of(other.xyz).yz == yz);
    }
}

void list_held(uint own) {
    for (uint k = 0; k < held; ++k) {
        if (length < params.capacity) found[length * params.count + own] = order[kept[k]];
        ++length;
    }
    held = 0;
}

// Four places in three words, as in around.glsl; what is no full group waits for more, unless that was all.
void list_places(uint own, bool all) {
    [[unroll]] for (uint e = 0; e < 3; ++e) kept[held + e] = 0;
    const uint full = all ? held : held & ~3u;
    for (uint k = 0; k < full; k += 4) {
        if (length + k >= params.capacity) break;
        const uint first = 3 * ((length + k) / 4 * params.count + own);
        const uint fourth = kept[k + 3];
        [[unroll]] for (uint e = 0; e < 3; ++e) found[first + e] = kept[k + e] | (fourth >> 8 * e) << 24;
    }
    length += full;
    [[unroll]] for (uint e = 0; e < 3; ++e) kept[e] = kept[full + e];
    held -= full;
}

void main() {
    const uint own = gl_GlobalInvocationID.x;
    if (own >= params.count) return;
    const vec4 here = FETCH(sorted_position, own);
    // Sums and square roots are rounded, too.
    const float reach = (here.w + params.reach) * 1.00001;
    const ivec3 low = cell_of(here.xyz - reach);
    const ivec3 high = min(cell_of(here.xyz + reach), low + int(MOST_CELLS));
    ivec2 yz = low.yz;
    bool second = false;
    uint skip = 0;
    for (uint turn = 0; turn < MOST_SEEN; ++turn) {
        for (uint trip = 0; trip < MOST_SEEN; ++trip) {
            if (yz.y > high.z || held + CHUNK > KEPT_CAPACITY) break;
            const float squared = across(yz, here.xyz, reach);
            const float half_part = sqrt(max(0.0, squared));
            const int west = cell_of(here.xyz - half_part).x;
            const int east = min(cell_of(here.xyz + half_part).x, west + int(MOST_CELLS));
            const uint begin = bucket_of(west, row_of(yz));
            const uint end = bucket_of(east, row_of(yz));
            // A row that goes round the table is two ranges of places.
            const bool round = begin > end;
            uint first = second ? 0 : starts[begin];
            const uint last = round && !second ? params.count : starts[end + 1];
            if (squared < 0.0) first = last;
            if (skip == 0) {
                seen += last - first;
                if (seen > MOST_SEEN) {
                    lost += last - first;
                    first = last;
                }
            }
            first += skip;
            keep(own, here, yz, first, min(first + CHUNK, last));
            skip = first + CHUNK < last ? skip + CHUNK : 0;
            if (skip > 0) continue;
            second = round && !second;
            if (!second) ++yz.x;
            if (yz.x > high.y) yz = ivec2(low.y, yz.y + 1);
        }
        const bool all = yz.y > high.z;
        if (PLACES) list_places(own, all);
        else list_held(own);
        if (all) break;
    }
    const uint entries = min(length, params.capacity);
    counts[own] = entries;
    if (length + lost > entries) {
        atomicAdd(overflow[0], length + lost - entries);
        atomicMax(overflow[1], length + lost);
    }
}
