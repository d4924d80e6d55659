// Candidate contact points of two colliders, in a common frame. Only those nearer than `margin` count.
#ifndef FOUND
#define FOUND MOST_CANDIDATES
#endif

struct Candidate {
    // Midway between the two surfaces.
    vec3 position;
    // From the second to the first.
    vec3 normal;
    float gap;
};

Candidate found[FOUND];
uint candidates = 0;
float margin;
// Lower bound of the distance of the two colliders if there is no candidate, m; 0 if unknown.
float separated_by = 0.0;
// A direction from the second to the first along which they may be separate, or are if there is no candidate; 0 if unknown.
vec3 axis_known = vec3(0.0);
// Whether that direction is the normal of a known contact point.
bool touched = false;

void swap_to(uint k, uint from) {
    const Candidate first = found[k];
    found[k] = found[from];
    found[from] = first;
}

// Reduces the candidates to POINTS: the deepest, the farthest from it, the farthest from their line, and the farthest on the
// other side. A point that is less deep counts as nearer by as much: else points that a fast body may reach would displace those on
// which it lies. Not so those of two boxes, which all are on one face. Each must be better by `least` than those before it, so that rounding does not decide.
void choose(float least) {
    if (candidates <= POINTS) return;
    uint best = 0;
    for (uint k = 1; k < candidates; ++k)
        if (found[k].gap < found[best].gap - least) best = k;
    swap_to(0, best);
    const vec3 a = found[0].position;
    const float deepest = found[0].gap;
    const float weight = FOUND == MOST_BOX_CANDIDATES ? 0.0 : 1.0;
    float most = -3e38;
    for (uint k = 1; k < candidates; ++k) {
        const float away = distance(found[k].position, a) + weight * (deepest - found[k].gap);
        if (away > most + least) {
            most = away;
            best = k;
        }
    }
    swap_to(1, best);
    const vec3 across = cross(found[1].position - a, found[0].normal);
    const float scale = 1.0 / max(length(across), 1e-20);
    for (uint n = 2; n < POINTS; ++n) {
        // The second of these is on the other side of the first.
        const float side = n == 2 ? 0.0 : -sign(dot(found[2].position - a, across));
        most = -3e38;
        for (uint k = n; k < candidates; ++k) {
            const float height = dot(found[k].position - a, across) * scale;
            const float away = (n == 2 ? abs(height) : side * height) + weight * (deepest - found[k].gap);
            if (away > most + least) {
                most = away;
                best = k;
            }
        }
        swap_to(n, best);
    }
    candidates = POINTS;
}

// The caller has space for the candidate.
void add_candidate(vec3 position, vec3 normal, float gap) {
    if (gap < margin && candidates < FOUND) found[candidates++] = Candidate(position, normal, gap);
}

// Merges a candidate with one within `merge_distance`, by the smaller gap. A full list is reduced first.
void add_or_merge(vec3 position, vec3 normal, float gap, float merge_distance) {
    if (gap >= margin) return;
    for (uint k = 0; k < candidates; ++k) {
        if (distance(found[k].position, position) > merge_distance) continue;
        if (gap < found[k].gap) found[k] = Candidate(position, normal, gap);
        return;
    }
    if (candidates == FOUND) choose(1e-2 * merge_distance);
    found[candidates++] = Candidate(position, normal, gap);
}
