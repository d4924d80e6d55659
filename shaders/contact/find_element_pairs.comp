#version 460
#extension GL_GOOGLE_include_directive : require
// One element of a group that is near another one, where pairs are sought anew: elements of that group, before its own, that parts of it may
// come near, wherever there is room; one of both is fresh.
#include "bindings/contact/find_element_pairs.glsl"

#include "tree.glsl"
#include "fetched_box.glsl"
#include "filter.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (stale[0] == 0 || i / 8 >= min(state[0].groups, params.capacity / 2)) return;
    const uvec2 two = groups[i / 8];
    const uint e = 8 * two.x + i % 8;
    if (e >= params.count) return;
    const Bounds box = box_at(e);
    const uint body = body_of[FETCH(elements, e).x];
    const ContactBody own = bodies[body];
    // All that are later, and those of a body that does not meet itself, are left out.
    const uint end = own.itself != 0 ? e : own.first;
    const uint own_fresh = FETCH(fresh, e).x;
    uint close = 0;
    for (uint k = 8 * two.y; k < min(8 * two.y + 8, end); ++k) {
        close |= meet(box_at(k), box) && (own_fresh | FETCH(fresh, k).x) != 0 ? 1u << (k % 8) : 0;
    }
    for (uint left = close; left != 0; left &= left - 1) {
        const uint others = body_of[FETCH(elements, 8 * two.y + findLSB(left)).x];
        const bool flow = own.bulk + bodies[others].bulk > 2;
        if (body != others && (flow || !filters_allow(own.filters, bodies[others].filters))) close &= ~(left & -left);
    }
    if (close == 0) return;
    uint at = atomicAdd(state[0].near, bitCount(close));
    for (; close != 0; close &= close - 1) {
        if (at < params.capacity) found[at] = uvec2(e, 8 * two.y + findLSB(close));
        ++at;
    }
}
