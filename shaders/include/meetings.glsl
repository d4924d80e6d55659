// Where two colliders are near each other: points, in a frame that both share. Only those nearer than `reach` count.
#ifndef FOUND
#define FOUND MOST_CANDIDATES
#endif

struct Meeting {
    // Between the two surfaces.
    vec3 place;
    // From the second to the first.
    vec3 normal;
    float gap;
};

Meeting found[FOUND];
uint meetings = 0;
float reach;

void swap_to(uint k, uint from) {
    const Meeting kept = found[k];
    found[k] = found[from];
    found[from] = kept;
}

// Keeps the POINTS that hold best: the deepest, the farthest from it, the farthest from their line, and the farthest on the other
// side of that. One has to be better by `least` than those before it, so that rounding does not decide.
void choose(float least) {
    if (meetings <= POINTS) return;
    uint best = 0;
    for (uint k = 1; k < meetings; ++k)
        if (found[k].gap < found[best].gap - least) best = k;
    swap_to(0, best);
    const vec3 a = found[0].place;
    float most = -1.0;
    for (uint k = 1; k < meetings; ++k) {
        const float away = distance(found[k].place, a);
        if (away > most + least) {
            most = away;
            best = k;
        }
    }
    swap_to(1, best);
    const vec3 across = cross(found[1].place - a, found[0].normal);
    const float scale = 1.0 / max(length(across), 1e-20);
    for (uint n = 2; n < POINTS; ++n) {
        // The second of these looks to the other side of the first.
        const float side = n == 2 ? 0.0 : -sign(dot(found[2].place - a, across));
        most = -3e38;
        for (uint k = n; k < meetings; ++k) {
            const float height = dot(found[k].place - a, across) * scale;
            const float away = n == 2 ? abs(height) : side * height;
            if (away > most + least) {
                most = away;
                best = k;
            }
        }
        swap_to(n, best);
    }
    meetings = POINTS;
}

// There must be room.
void meet_here(vec3 place, vec3 normal, float gap) {
    if (gap < reach && meetings < FOUND) found[meetings++] = Meeting(place, normal, gap);
}

// A place that is all but there already counts once, by the smaller gap. Where there are too many, those that hold best go on.
void meet_at(vec3 place, vec3 normal, float gap, float same) {
    if (gap >= reach) return;
    for (uint k = 0; k < meetings; ++k) {
        if (distance(found[k].place, place) > same) continue;
        if (gap < found[k].gap) found[k] = Meeting(place, normal, gap);
        return;
    }
    if (meetings == FOUND) choose(1e-2 * same);
    found[meetings++] = Meeting(place, normal, gap);
}
