#version 460
#extension GL_GOOGLE_include_directive : require
// One element: adds an entry (other, opposite, element) for each of its edges to the list of both particles.
// The third corner of a segment is NONE. Entries arrive in any order; build/sort_lists sorts them.
#include "bindings/build/list_half_edges.glsl"

void add(uint particle, uint other, uint opposite, uint element) {
    const uint rank = atomicAdd(cursor[particle], 1);
    if (params.stage == LIST_FILL) entries[starts[particle] + rank] = uvec3(other, opposite, element);
}

void main() {
    const uint e = gl_GlobalInvocationID.x;
    if (e >= params.count) return;
    const uvec3 t = elements[e];
    add(t.x, t.y, t.z, e);
    add(t.y, t.x, t.z, e);
    if (t.z == NONE) return;
    add(t.x, t.z, t.y, e);
    add(t.y, t.z, t.x, e);
    add(t.z, t.x, t.y, e);
    add(t.z, t.y, t.x, e);
}
