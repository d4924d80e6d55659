#version 460
#extension GL_GOOGLE_include_directive : require
// One particle some of whose pairs touches were detected among anew: those of its pairs that may push, in ascending order where they are few. How far it may stray until they are detected again, and
// how far it is free to go: if the others in its pairs go no further either, none comes near.
#include "bindings/contact/gather_contacts.glsl"
// Where it is without the way of all, or was when it last stirred.
// Whether its touches that press have to be counted anew.

#include "deformable_contact.glsl"

// In ascending order, since sums depend on it.
void insert(uint first, uint count) {
    for (uint k = 1; k < count; ++k) {
        const uint entry = gathered[first + k];
        uint place = k;
        for (; place > 0 && gathered[first + place - 1] > entry; --place) gathered[first + place] = gathered[first + place - 1];
        gathered[first + place] = entry;
    }
}

void main() {
    const bool anew = state[0].anew != 0;
    if (gl_GlobalInvocationID.x >= (anew ? params.count : state[0].renewed)) return;
    const uint i = anew ? gl_GlobalInvocationID.x : listed[gl_GlobalInvocationID.x];
    uint end = starts[i];
    float least = NO_PAIR;
    for (uint k = starts[i]; k < starts[i + 1]; ++k) {
        const uint entry = FETCH(entries, k).x;
        if (FETCH(near, entry / 4).x > 0.0) gathered[end++] = entry;
        const float between = FETCH(apart, entry / 4).x;
        if (between > 0.0) least = min(least, between);
    }
    ends[i] = end;
    const bool many = end - starts[i] > CONTACT_SHORT;
    if (many) atomicMax(calls[CALLS_SORT].x, (params.count + WORKGROUP - 1) / WORKGROUP);
    else insert(starts[i], end - starts[i]);
    renewed[i] = many ? 1 : 0;
    changed[i] = 1;
    const bool any = starts[i] < starts[i + 1];
    if (anew) detected[i].xyz = position[i].xyz - state[0].substeps * state[0].drift;
    detected[i].w = any ? DETECTION_BOUND * least : NO_PAIR;
    free[i] = FREE_DISTANCE * least;
}
