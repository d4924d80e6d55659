#version 460
#extension GL_GOOGLE_include_directive : require
// One BVH leaf of eight surface elements: finds the earlier elements whose boxes overlap those of its own elements, and
// that can collide with them. They go to the next free places of the list.
#include "bindings/contact/find_element_pairs.glsl"

#include "include/tree.glsl"
#include "include/filter.glsl"

bool overlap(Bounds one, Bounds other) {
    return all(lessThanEqual(one.low, other.high)) && all(lessThanEqual(other.low, one.high));
}

uint body_of_element(uint e) { return body_of[FETCH(elements, e).x]; }

// The last element, plus one, that an element of the leaf can collide with.
uint end_of(uint leaf) {
    const uint last = min(8 * leaf + 7, params.count - 1);
    const ContactBody own = bodies[body_of_element(last)];
    return own.first > 8 * leaf || own.itself != 0 ? last + 1 : own.first;
}

bool can_collide(uint one, uint other) {
    const bool apart = bodies[one].bulk + bodies[other].bulk > MOST_BULK;
    return one == other || (!apart && filters_allow(bodies[one].filters, bodies[other].filters));
}

// Bits of the elements of another leaf, before `end`, that an element can collide with and whose boxes overlap its own.
uint close_elements(uint e, uint body, uint other, uint end) {
    const Bounds box = nodes[e];
    uint close = 0;
    for (uint k = 8 * other; k < min(8 * other + 8, end); ++k) close |= overlap(nodes[k], box) ? 1u << (k % 8) : 0;
    // Filters are read for these few alone.
    for (uint left = close; left != 0; left &= left - 1) {
        const uint k = findLSB(left);
        if (!can_collide(body, body_of_element(8 * other + k))) close &= ~(1u << k);
    }
    return close;
}

void append(uint e, uint other, uint close) {
    uint at = atomicAdd(state[0].element_pairs, bitCount(close));
    atomicMax(status[STATUS_ELEMENT_PAIRS], at + bitCount(close));
    for (uint left = close; left != 0; left &= left - 1) {
        if (at < params.element_pairs) found[at] = uvec2(e, 8 * other + findLSB(left));
        ++at;
    }
}

void pairs_of_leaves(uint leaf, uint other) {
    for (uint e = 8 * leaf; e < min(8 * leaf + 8, params.count); ++e) {
        const uint body = body_of_element(e);
        const uint end = bodies[body].itself != 0 ? e : bodies[body].first;
        const uint close = close_elements(e, body, other, end);
        if (close != 0) append(e, other, close);
    }
}

void main() {
    const uint leaf = gl_GlobalInvocationID.x;
    if (8 * leaf >= params.count) return;
    const uint end = end_of(leaf);
    const Bounds own = nodes[params.count > 1 ? params.count + leaf : 0];
    Walk walk = from_top(0, params.count);
    const uint steps = tree_size(params.count);
    for (uint step = 0; step < steps; ++step) {
        if (over(walk, params.count) || (walk.node << (3 * walk.level)) >= end) break;
        const bool near = overlap(nodes[walk.offset + walk.node], own);
        if (near && walk.level > 1) {
            into_children(walk, params.count);
            continue;
        }
        // A loop, since software drivers run both sides of a branch.
        for (uint once = near ? 1 : 0; once != 0; --once) pairs_of_leaves(leaf, walk.level == 0 ? 0 : walk.node);
        past(walk, params.count);
    }
}
