#version 460
#extension GL_GOOGLE_include_directive : require
// One candidate: whether its features become a contact in this substep, and its row. The normal is that of their nearest points
// when they first are at their gap [BMF03, §6.2], found by steps that cannot miss that.
#include "bindings/contact/evaluate_contacts.glsl"

#include "contact/deformable_contact.glsl"

// Loads a candidate pair from its rows.
Pair load_pair(uint i, uvec4 of, vec4 clearance) {
    const uvec4 key = FETCH(keys, i);
    return Pair(of, FETCH(around, i), key.z, clearance.z, clearance.w, key.w);
}

#include "contact/trajectories.glsl"
#include "contact/released.glsl"
#include "contact/inner.glsl"

// When the features are nearest, or first at their gap.
float time = 0.0;

vec3 position_of(uint particle) {
    return FETCH(position, particle).xyz - origin + time * FETCH(displacement, particle).xyz;
}

#include "contact/facing.glsl"

// Finds when the features first are at their gap, or where they are close at the start or at the end, and their nearest points then.
Nearest first_impact(Pair pair) {
    Nearest near = nearest_at(pair.kind, 0.0);
    for (uint step = 0; step < IMPACT_STEPS; ++step) {
        const float far = length(near.separation);
        if (far <= 1.01 * pair.gap) break;
        const float next = time_of_impact(pair.kind, near.separation, time, pair.gap);
        if (next >= 1.0 && far <= pair.reach) break;
        time = next;
        near = nearest_at(pair.kind, time);
        if (next >= 1.0) break;
    }
    return near;
}

// Whether this pair is the one that separates its features there. Ends of edges belong to pairs of a vertex and a triangle.
bool faces(Pair pair, Nearest near) {
    if (is_inner(pair.corners, near)) return false;
    if (pair.kind == STRAND_EDGE) return !ends_at_collider(pair.corners, near);
    const vec3 x[4] = positions_at(time);
    const float far = FACING_ROUNDING * length(near.separation);
    // Features that intersect have no direction.
    if (pair.kind == EDGE_EDGE) return near.inside && (far == 0.0 || edges_face(x, near, pair.around, RIDGE * pair.gap, far));
    return is_own(near.weights, pair.owns) && triangle_faces(x[0], near, pair.around.xyz, far);
}

ContactRow row_of(uint i, Pair pair, Nearest near) {
    const vec3 normal = normal_of(pair.kind, positions_at(time), near);
    float start = 0.0;
    float approach = 0.0;
    [[unroll]] for (uint k = 0; k < 4; ++k) {
        start += near.weights[k] * dot(normal, starts_at[k]);
        approach += near.weights[k] * dot(normal, moves_by[k]);
    }
    const vec3 slip = slips[i].xyz;
    const vec3 along = slip - dot(slip, normal) * normal;
    const uvec2 key = FETCH(keys, i).xy;
    return ContactRow(key.x, key.y, i, pair.gap, pair.corners, near.weights, normal, start - pair.gap, along, approach);
}

void append(ContactRow row) {
    const uint at = atomicAdd(state[0].contacts, 1);
    atomicMax(status[STATUS_CONTACT_ROWS], at + 1);
    if (at >= params.contacts) return;
    found[at] = row;
    [[unroll]] for (uint k = 0; k < 4; ++k) atomicAdd(counts[row.corners[k]], 1);
}

bool any_moved(uvec4 of) {
    return (FETCH(moved, of.x).x | FETCH(moved, of.y).x | FETCH(moved, of.z).x | FETCH(moved, of.w).x) != 0;
}

// Whether the candidate is a contact in this substep, and that. Loops that run once at most, since software drivers run both sides
// of a branch, but skip loops.
bool is_contact(uint i, Pair pair, out ContactRow row) {
    const uint release = release_of(pair.kind, pair.corners);
    if (any_removed(pair.corners) || release == RELEASED_FREELY) return false;
    load_trajectories(pair.corners);
    const Nearest near = first_impact(pair);
    bool meets = false;
    for (uint once = length(near.separation) <= pair.reach ? 1 : 0; once != 0; --once) meets = faces(pair, near);
    for (uint once = meets ? 1 : 0; once != 0; --once) {
        row = row_of(i, pair, near);
        if (release == RELEASED_SLOWLY) row.open = max(row.open, slow_separation(pair.gap, frame[0].h));
    }
    return meets;
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= state[0].candidates) return;
    const uvec4 of = FETCH(corners, i);
    const vec4 clearance = FETCH(clearances, i);
    // What was no contact is none until a particle moves.
    const bool passed_over = slips[i].w != 0.0 && passing[0] == 0 && !any_moved(of);
    bool meets = false;
    ContactRow row;
    for (uint once = passed_over || is_clear(of, clearance, clearance.w) ? 0 : 1; once != 0; --once) meets = is_contact(i, load_pair(i, of, clearance), row);
    if (meets) append(row);
    // Its contact is over.
    else if (!passed_over) slips[i] = vec4(0.0, 0.0, 0.0, 1.0);
}
