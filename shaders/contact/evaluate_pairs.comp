#version 460
#extension GL_GOOGLE_include_directive : require
// One pair that touches are detected among anew: all, or those whose corners stirred: whether its parts meet on their way through this substep, and the plane that they must not
// pass. It is the one across their nearest points when they first touch [BMF03, §6.2], found by steps that cannot miss that. Of the pairs that
// share what a part is nearest to, one holds it.
#include "bindings/contact/evaluate_pairs.glsl"
// With the gap in .w.
// 1: may push. −1: may not, but is listed since it might. 0: neither.
// Whether some of a particle's pairs were among those.
// Where friction holds its parts, along their plane; .w: 0 where it does not yet.

#include "deformable_contact.glsl"
#include "load_pair.glsl"
#include "trajectories.glsl"

// When its parts meet.
float time = 0.0;

vec3 place_of(uint particle) { return FETCH(position, particle).xyz - origin + time * FETCH(displacement, particle).xyz; }

#include "facing.glsl"

// Where the parts first touch, or else where they are near each other, at the start or at the end.
Nearest meet(Pair pair, Nearest met) {
    for (uint step = 0; step < IMPACT_STEPS; ++step) {
        const float apart = length(met.apart);
        if (apart <= 1.01 * pair.gap) break;
        const float next = meeting(pair.kind, met.apart, time, pair.gap);
        if (next >= 1.0 && apart <= pair.reach) break;
        time = next;
        met = nearest_at(pair.kind, time);
        if (next >= 1.0) break;
    }
    return met;
}

bool faces(Pair pair, Nearest met) {
    if (pair.kind == STRAND_EDGE) return true;
    vec3 x[4];
    [[unroll]] for (uint k = 0; k < 4; ++k) x[k] = at_start[k] + time * way[k];
    const float far = FACING_ROUNDING * length(met.apart);
    // Ends of edges are points of some triangle. What cuts each other has no direction.
    if (pair.kind == EDGE_EDGE) return met.inside && (far == 0.0 || edges_face(x, met, pair.around, RIDGE * pair.gap, far));
    return is_own(met.weights, pair.owns) && triangle_faces(x[0], met, pair.around.xyz, far);
}

void write_down(uint i, uint kind, float gap, Nearest met) {
    const float l = length(met.apart);
    const vec3 normal = l > 0.0 ? met.apart / l : across(kind, at_start);
    vec3 between = vec3(0.0);
    [[unroll]] for (uint k = 0; k < 4; ++k) between += met.weights[k] * at_start[k];
    weights[i] = met.weights;
    normals[i] = vec4(normal, gap);
    // Pairs that were sought anew are others than before.
    const bool held = near[i] != 0.0 && state[0].substeps > 0.0;
    anchors[i] = held ? vec4(between - dot(normal, between) * normal - slips[i].xyz, 1.0) : vec4(0.0);
    if (state[0].anew != 0 || near[i] == 0.0) found[atomicAdd(state[0].active_contacts, 1)] = i;
}

// By how much the parts may have been nearer while each of their corners was where it stirred last.
float strayed(Pair pair) {
    vec2 most = vec2(0.0);
    [[unroll]] for (uint k = 0; k < 4; ++k) {
        const vec3 still = FETCH(position, pair.corners[k]).xyz - state[0].substeps * state[0].drift;
        const float far = distance(still, FETCH(detected, pair.corners[k]).xyz);
        if (k < first_corners(pair.kind)) most.x = max(most.x, far);
        else most.y = max(most.y, far);
    }
    return most.x + most.y;
}

// How far apart what the guard looks after was there: nothing where a fluid's particle is gone, or where parts cut each other.
float guarded(Pair pair, float l, bool gone) {
    const bool cut = l <= INTERSECTING_GAP * pair.gap || pair.gap < INTERSECTING_MARGIN * (pair.reach - pair.gap);
    if (gone || cut) return 0.0;
    return state[0].anew != 0 ? l : max(l - strayed(pair), LEAST_DISTANCE * l);
}

void main() {
    const bool anew = state[0].anew != 0;
    if (gl_GlobalInvocationID.x >= (anew ? state[0].pairs : state[0].stirred)) return;
    const uint i = anew ? gl_GlobalInvocationID.x : stirred[gl_GlobalInvocationID.x];
    const Pair pair = pair_at(i);
    load_ways(pair.corners);
    load_places(pair.corners);
    Nearest met = nearest_at(pair.kind, 0.0);
    // A fluid's particle that is gone has a negative mass: nothing meets it, and without a distance nothing is held.
    vec4 masses;
    [[unroll]] for (uint k = 0; k < 4; ++k) masses[k] = FETCH(position, pair.corners[k]).w;
    const bool gone = any(lessThan(masses, vec4(0.0)));
    const float l = length(met.apart);
    apart[i] = guarded(pair, l, gone);
    met = meet(pair, met);
    const bool may = !gone && length(met.apart) <= pair.reach && faces(pair, met);
    if (may) write_down(i, pair.kind, pair.gap, met);
    near[i] = may ? 1.0 : anew ? 0.0 : -abs(near[i]);
    if (!anew) [[unroll]] for (uint k = 0; k < 4; ++k) atomicOr(renewed[pair.corners[k]], 1);
}
