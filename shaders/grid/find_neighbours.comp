#version 460
#extension GL_GOOGLE_include_directive : require
// One point in grid order: finds the points within the sum of both radii, row of cells by row.
// Of each row, only the cells within reach are searched.
#include "bindings/grid/find_neighbours.glsl"

#include "include/features.glsl"
#include "grid/cells.glsl"

// Points that one pass of the inner loop tests.
#define CHUNK 32
#define BATCH_CAPACITY 96

// Neighbours that are not in the list yet, and padding for the last group of four.
// They are collected without a branch, since a branch on the distance cannot be predicted.
uint batch[BATCH_CAPACITY + 3];
uint batch_length = 0;
uint length = 0;
// Number of points that were tested, and that were skipped.
uint visited = 0;
uint skipped = 0;

// The distance test is exact, so that neighbourhood is symmetric: i lists j wherever j lists i.
bool within_radius(vec4 a, vec4 b) {
    const precise vec3 d = a.xyz - b.xyz;
    const precise float radius = a.w + b.w;
    const precise float distance_squared = d.x * d.x + d.y * d.y + d.z * d.z;
    return distance_squared <= radius * radius;
}

// Least distance to cells that are `steps` cells away; `below` and `above` are the distances to the sides of the own cell.
float min_distance(int steps, float below, float above, float size) {
    if (steps == 0) return 0.0;
    return max(0.0, steps > 0 ? above + float(steps - 1) * size : below - float(steps + 1) * size);
}

// Square of half the length of the row that is within reach; negative where no part of it is.
float half_length_squared(ivec2 yz, vec3 x, float reach) {
    const ivec2 steps = yz - cell_of(x).yz;
    const vec2 size = params.size.yz;
    // The sides of a cell are rounded.
    const vec2 rounding = 1e-6 * abs(x.yz);
    const vec2 below = x.yz - vec2(cell_of(x).yz) * size - rounding;
    const vec2 above = size - below - 2.0 * rounding;
    const float dy = min_distance(steps.x, below.x, above.x, size.x);
    const float dz = min_distance(steps.y, below.y, above.y, size.y);
    return reach * reach - dy * dy - dz * dz;
}

// Collects neighbours from a range of points. Cells of another row may share its buckets.
void collect(uint own, vec4 here, ivec2 yz, uint first, uint last) {
    for (uint k = first; k < last; ++k) {
        const vec4 other = FETCH(sorted_position, k);
        batch[batch_length] = k;
        batch_length += uint(k != own && within_radius(here, other) && cell_of(other.xyz).yz == yz);
    }
}

// Writes the batch to the list as point numbers.
void write_points(uint own) {
    for (uint k = 0; k < batch_length; ++k) {
        if (length < params.capacity) found[length * params.count + own] = order[batch[k]];
        ++length;
    }
    batch_length = 0;
}

// Writes the batch to the list as grid indices, four in three words as in neighbours.glsl.
// An incomplete group waits for the next batch, unless `all` says that this was the last one.
void write_indices(uint own, bool all) {
    [[unroll]] for (uint e = 0; e < 3; ++e) batch[batch_length + e] = 0;
    const uint full = all ? batch_length : batch_length & ~3u;
    for (uint k = 0; k < full; k += 4) {
        if (length + k >= params.capacity) break;
        const uint first = 3 * ((length + k) / 4 * params.count + own);
        const uint fourth = batch[k + 3];
        [[unroll]] for (uint e = 0; e < 3; ++e) found[first + e] = batch[k + e] | (fourth >> 8 * e) << 24;
    }
    length += full;
    [[unroll]] for (uint e = 0; e < 3; ++e) batch[e] = batch[full + e];
    batch_length -= full;
}

void main() {
    const uint own = gl_GlobalInvocationID.x;
    if (own >= params.count) return;
    const vec4 here = FETCH(sorted_position, own);
    // The factor covers the rounding of sums and square roots.
    const float reach = (here.w + params.reach) * 1.00001;
    const ivec3 low = cell_of(here.xyz - reach);
    const ivec3 high = min(cell_of(here.xyz + reach), low + int(MOST_CELLS));
    ivec2 yz = low.yz;
    bool second = false;
    uint skip = 0;
    for (uint round = 0; round < MOST_SEEN; ++round) {
        for (uint step = 0; step < MOST_SEEN; ++step) {
            if (yz.y > high.z || batch_length + CHUNK > BATCH_CAPACITY) break;
            const float squared = half_length_squared(yz, here.xyz, reach);
            const float half_length = sqrt(max(0.0, squared));
            const int west = cell_of(here.xyz - half_length).x;
            const int east = min(cell_of(here.xyz + half_length).x, west + int(MOST_CELLS));
            const uint begin = bucket_of(west, row_of(yz));
            const uint end = bucket_of(east, row_of(yz));
            // A row that wraps around the table is two ranges of points.
            const bool wraps = begin > end;
            uint first = second ? 0 : starts[begin];
            const uint last = wraps && !second ? params.count : starts[end + 1];
            if (squared < 0.0) first = last;
            if (skip == 0) {
                visited += last - first;
                if (visited > MOST_SEEN) {
                    skipped += last - first;
                    first = last;
                }
            }
            first += skip;
            collect(own, here, yz, first, min(first + CHUNK, last));
            skip = first + CHUNK < last ? skip + CHUNK : 0;
            if (skip > 0) continue;
            second = wraps && !second;
            if (!second) ++yz.x;
            if (yz.x > high.y) yz = ivec2(low.y, yz.y + 1);
        }
        const bool all = yz.y > high.z;
        if (GRID_INDICES) write_indices(own, all);
        else write_points(own);
        if (all) break;
    }
    const uint entries = min(length, params.capacity);
    counts[own] = entries;
    if (length + skipped > entries) {
        atomicAdd(overflow[0], length + skipped - entries);
        atomicMax(overflow[1], length + skipped);
    }
}
