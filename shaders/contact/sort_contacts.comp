#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: sorts its entries by the candidates of their contacts, since sums depend on the order, and counts the contacts
// that are predicted to push it (mass splitting). A particle of a large triangle can have thousands.
#include "bindings/contact/sort_contacts.glsl"

#include "contact/contact_row.glsl"

#define ITEM uint
#define LIST entries
#define KEY uvec3

// Element, key and corner.
KEY key_of(ITEM entry) { return uvec3(order_of(entry / 4), entry % 4); }

bool precedes(KEY one, KEY other) {
    if (one.x != other.x) return one.x < other.x;
    return one.y != other.y ? one.y < other.y : one.z < other.z;
}

#include "contact/sort.glsl"

shared uint any_long;

void sort_long_lists() {
    const uint first = gl_WorkGroupID.x * WORKGROUP;
    for (uint i = first; i < min(first + WORKGROUP, params.count); ++i) {
        const uint count = starts[i + 1] - starts[i];
        if (is_long(count)) sort_together(starts[i], count);
    }
}

float count_pushing(uint i) {
    uint pushing = 0;
    for (uint k = starts[i]; k < starts[i + 1]; ++k) pushing += is_predicted(entries[k] / 4) ? 1 : 0;
    return float(pushing);
}

void main() {
    any_long = 0;
    barrier();
    const uint i = gl_GlobalInvocationID.x;
    if (i < params.count) {
        const uint count = starts[i + 1] - starts[i];
        if (is_long(count)) any_long = 1;
        else sort_alone(starts[i], count);
    }
    barrier();
    if (any_long != 0) sort_long_lists();
    if (i < params.count) split_inverse_mass[i] = FETCH(velocity, i).w * count_pushing(i);
}
