#version 460
#extension GL_GOOGLE_include_directive : require
// Two parts of elements that are near each other, where pairs are sought anew: the pair that they make. Pairs go to whatever place is next,
// with the later element and a key, by which contact/sort_pairs orders them: first those that may push as they are, so that rows of touches lie side by side.
#include "bindings/contact/find_pairs.glsl"

#include "features.glsl"
#include "deformable_contact.glsl"
#include "approach.glsl"
#include "ties.glsl"
#include "feature_keys.glsl"

vec3 place_of(uint particle) { return FETCH(sought, particle).xyz; }

#include "facing.glsl"
#include "feature_pair.glsl"

// Whether the pair is two points that a link or an edge joins. First come the starts of the particles' lists.
bool are_linked(uvec4 corners) {
    if (corners.x != corners.y || corners.z != corners.w) return false;
    for (uint k = linked[corners.x]; k < linked[corners.x + 1]; ++k) if (linked[k] == corners.z) return true;
    return false;
}

// How close the pair may come: what two bodies were apart at the start, or half of what one body was at rest, stays free.
float free_gap(uvec4 corners, uint kind, Closeness close) {
    vec3 x[4];
    [[unroll]] for (uint k = 0; k < 4; ++k) x[k] = close.same ? FETCH(rest, corners[k]).xyz : FETCH(origin, corners[k]).xyz;
    const float apart = length(nearest(kind, x).apart);
    return max(min(close.gap, close.same ? 0.5 * apart : apart), close.least);
}

// Whether a pair, met so, may hold its parts apart until pairs are sought again: it does where they face each other. Wherever the guard may
// need it, it is kept, too.
bool holds(uint kind, uvec4 around, vec3 x[4], Nearest met, float allowed, Closeness close) {
    if (kind == STRAND_EDGE || length(met.apart) <= LEAST_GAP * allowed + nearing(close, met.apart)) return true;
    const float far = 2.0 * sideways(close, met.apart);
    return kind == EDGE_EDGE ? edges_face(x, met, around, 0.5 * RIDGE * allowed, far) : triangle_faces(x[0], met, around.xyz, far);
}

// Whether it would push as it is, or all but: of edges few do.
bool likely(uint kind, uint owns, Nearest met, float reach) {
    return length(met.apart) <= reach && (kind == STRAND_EDGE || (kind == POINT_TRIANGLE && is_own(met.weights, owns)));
}

// Writes down a pair that holds.
void keep(uvec2 of, Pair pair, uint key, Closeness close) {
    vec3 x[4];
    [[unroll]] for (uint k = 0; k < 4; ++k) x[k] = FETCH(sought, pair.corners[k]).xyz;
    const Nearest met = nearest(pair.kind, x);
    const float allowed = free_gap(pair.corners, pair.kind, close);
    const float reach = allowed + CONTACT_MARGIN * close.gap;
    if (length(met.apart) > reach + nearing(close, met.apart)) return;
    if (are_linked(pair.corners) || !holds(pair.kind, pair.around, x, met, allowed, close)) return;
    const uint element = likely(pair.kind, pair.owns, met, reach) ? of.x : params.elements + of.x;
    atomicAdd(counts[element], 1);
    const uint at = atomicAdd(state[0].found, 1);
    if (at < params.capacity) found[at] = FoundPair(element, 16 * of.y + key, allowed, reach);
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (stale[STALE_PAIRS] == 0 || i >= min(state[0].parts, params.count)) return;
    const uint key = parts[i] % 16;
    const uvec2 of = nears[parts[i] / 16];
    const uvec4 one = FETCH(elements, of.x);
    const uvec4 other = FETCH(elements, of.y);
    keep(of, parts_of(of, one, other, key), key, turned(closeness(of.x, body_of[one.x], of.y, body_of[other.x]), key));
}
