// Sorts ranges of a buffer LIST of ITEMs by the KEYs of `key_of`, in the order of `precedes`. Each invocation sorts its own
// range, if that is short: by insertion, or by a heap. The workgroup sorts long ranges together, one after another: a single
// invocation would be slow, and lavapipe ends the loops of an invocation after 65,535 trips in all.

#define INSERTION_MOST 24u
#define HEAP_MOST 512u

void sort_by_insertion(uint first, uint count) {
    for (uint k = 1; k < count; ++k) {
        const ITEM item = LIST[first + k];
        const KEY key = key_of(item);
        uint place = k;
        for (; place > 0; --place) {
            const ITEM before = LIST[first + place - 1];
            if (!precedes(key, key_of(before))) break;
            LIST[first + place] = before;
        }
        LIST[first + place] = item;
    }
}

// Lets an item sink from `root` in the heap of `count` items from `first` on.
void sink(ITEM item, uint first, uint root, uint count) {
    const KEY key = key_of(item);
    for (uint level = 0; level < 32; ++level) {
        uint child = 2 * root + 1;
        if (child >= count) break;
        ITEM largest = LIST[first + child];
        KEY largest_key = key_of(largest);
        if (child + 1 < count) {
            const ITEM sibling = LIST[first + child + 1];
            const KEY sibling_key = key_of(sibling);
            if (precedes(largest_key, sibling_key)) {
                ++child;
                largest = sibling;
                largest_key = sibling_key;
            }
        }
        if (!precedes(key, largest_key)) break;
        LIST[first + root] = largest;
        root = child;
    }
    LIST[first + root] = item;
}

void sort_by_heap(uint first, uint count) {
    for (uint k = count / 2; k > 0; --k) sink(LIST[first + k - 1], first, k - 1, count);
    for (uint last = count - 1; last > 0; --last) {
        const ITEM item = LIST[first + last];
        LIST[first + last] = LIST[first];
        sink(item, first, 0, last);
    }
}

// Orders each item with the one at its index xor `flip`.
void order_across(uint first, uint count, uint flip) {
    for (uint k = gl_LocalInvocationIndex; k < count; k += WORKGROUP) {
        const uint l = k ^ flip;
        if (l <= k || l >= count) continue;
        const ITEM one = LIST[first + k];
        const ITEM other = LIST[first + l];
        if (!precedes(key_of(other), key_of(one))) continue;
        LIST[first + k] = other;
        LIST[first + l] = one;
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

bool is_long(uint count) { return count > HEAP_MOST; }

// Sorts a range that is not long.
void sort_alone(uint first, uint count) {
    if (count <= INSERTION_MOST) sort_by_insertion(first, count);
    else sort_by_heap(first, count);
}
