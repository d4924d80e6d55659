#version 460
#extension GL_GOOGLE_include_directive : require
// One particle that many touches share, where they were detected anew: its entries in ascending order, since sums depend on it. Such lists, of large
// triangles, are sorted by a heap, and the longest ones by the whole workgroup: lavapipe 22.3 ends the loops of an invocation after 65,535 trips in all.
#include "bindings/contact/sort_contacts.glsl"

#define LONG 512

void order(uint a, uint b) {
    const uint one = entries[a];
    const uint other = entries[b];
    if (one > other) {
        entries[a] = other;
        entries[b] = one;
    }
}

// Lets the entry at `root` sink in the heap of `count` entries from `first` on.
void sink(uint first, uint root, uint count) {
    const uint sinking = entries[first + root];
    for (uint level = 0; level < 32; ++level) {
        uint child = 2 * root + 1;
        if (child >= count) break;
        if (child + 1 < count && entries[first + child + 1] > entries[first + child]) ++child;
        if (sinking >= entries[first + child]) break;
        entries[first + root] = entries[first + child];
        root = child;
    }
    entries[first + root] = sinking;
}

void sort_alone(uint first, uint count) {
    for (uint k = count / 2; k > 0; --k) sink(first, k - 1, count);
    for (uint left = count; left > 1; --left) {
        const uint largest = entries[first];
        entries[first] = entries[first + left - 1];
        entries[first + left - 1] = largest;
        sink(first, 0, left - 1);
    }
}

// Orders each entry with the one that lies across by `flip`.
void order_across(uint first, uint count, uint flip) {
    for (uint k = gl_LocalInvocationIndex; k < count; k += WORKGROUP) {
        if ((k ^ flip) > k && (k ^ flip) < count) order(first + k, first + (k ^ flip));
    }
    memoryBarrierBuffer();
    barrier();
}

// A bitonic network: what is missing up to a power of two counts as larger than all.
void sort_together(uint first, uint count) {
    for (uint merged = 2; merged < 2 * count; merged *= 2) {
        order_across(first, count, merged - 1);
        for (uint reach = merged / 4; reach > 0; reach /= 2) order_across(first, count, reach);
    }
}

shared uint any_long;

void main() {
    any_long = 0;
    barrier();
    const uint i = gl_GlobalInvocationID.x;
    if (i < params.count && renewed[i] != 0) {
        renewed[i] = 0;
        const uint count = ends[i] - starts[i];
        if (count <= LONG) sort_alone(starts[i], count);
        else any_long = 1;
    }
    barrier();
    if (any_long == 0) return;
    const uint first = gl_WorkGroupID.x * WORKGROUP;
    for (uint k = first; k < min(first + WORKGROUP, params.count); ++k) {
        if (ends[k] - starts[k] > LONG) sort_together(starts[k], ends[k] - starts[k]);
    }
}
