// Time of impact of a point and a collider in a substep. The path is straight in the collider's own frame, so that it does not
// matter which of the two moves (docs/method.md §9). Needs "math.glsl", "shapes.glsl", the pools `colliders` and `poses`, and
// ColliderContactParams.

#include "include/crossing.glsl"

struct Sweep {
    // Fraction of the path, 0 to 1, or NO_HIT.
    float time;
    // Length of the path, m.
    float l;
    // At the end of the path: of the tangent plane at the hit, else of the nearest point.
    Surface surface;
};

// A plane is hit where the path passes its height within its rectangle.
Sweep sweep_plane(Collider c, vec3 from, vec3 to, float l, float margin, Surface end) {
    const float side = end.normal.y;
    const float above = side * from.y - margin;
    const float below = side * to.y - margin;
    if (above <= 0.0 || below > 0.0) return Sweep(end.distance < margin ? 0.0 : NO_HIT, l, end);
    const float time = above / (above - below);
    const vec3 at = mix(from, to, time);
    const bool misses = abs(at.x) > c.size.x || abs(at.z) > c.size.z;
    if (misses) return Sweep(NO_HIT, l, end);
    return Sweep(time, l, Surface(side * to.y, end.normal));
}

// Whether both ends are nearest to one smooth part of the surface, so that the end of the path suffices.
bool alike(Surface start, Surface end, vec3 path, float l) {
    const float bend = start.distance + dot(start.normal, path) - end.distance;
    return dot(start.normal, end.normal) > 0.998 && abs(bend) <= 0.1 * l + 1e-6;
}

// Newton's method: a convex shape's distance is convex along the path, so it never steps over the first contact. For a point that
// starts too near, the plane at its start counts.
Sweep advance(Collider c, vec3 from, vec3 path, float l, float margin, Surface here, Surface end) {
    float time = 0.0;
    for (uint k = 0; k < 16; ++k) {
        const float gap = here.distance - margin;
        if (gap <= 1e-5 * l) break;
        const float closing = -dot(here.normal, path);
        if (closing <= 0.0) return Sweep(NO_HIT, l, end);
        time += gap / closing;
        if (time >= 1.0) return Sweep(NO_HIT, l, end);
        here = surface(c, from + time * path, from, NO_SURFACE);
    }
    return Sweep(time, l, Surface(here.distance + (1.0 - time) * dot(here.normal, path), here.normal));
}

// The first face on the path is the hit; a start inside the mesh is first moved out.
Sweep cross_faces(Collider c, vec3 from, vec3 path, float l, float margin, Surface start, Surface end) {
    const vec3 lifted = from + max(1e-6 * (1.0 + length(from)) - start.distance, 0.0) * start.normal;
    const vec3 ray = from + path - lifted;
    const Crossing hit = first_crossing(c, lifted, ray);
    if (hit.time > 1.0) return Sweep(end.distance < margin ? 1.0 : NO_HIT, l, end);
    return Sweep(hit.time, l, Surface((1.0 - hit.time) * dot(hit.normal, ray), hit.normal));
}

// `margin`: distance from the surface that counts as contact, m.
Sweep sweep(Collider c, vec3 from, vec3 to, float margin) {
    const vec3 path = to - from;
    const float l = length(path);
    const Surface end = surface(c, to, from, margin + l);
    if (c.shape == PLANE) return sweep_plane(c, from, to, l, margin, end);
    if (end.distance - margin > l) return Sweep(NO_HIT, l, end);
    const Surface start = surface(c, from, from, margin + 3.0 * l);
    if (alike(start, end, path, l)) {
        const float gap = max(start.distance - margin, 0.0);
        return Sweep(end.distance < margin ? gap / (gap + margin - end.distance) : NO_HIT, l, end);
    }
    if (MESHES && c.shape == MESH) return cross_faces(c, from, path, l, margin, start, end);
    return advance(c, from, path, l, margin, start, end);
}

// Of a point that moves from `old` by d in the world, and started at `from` in the collider's frame.
Sweep sweep_from(uint collider, vec3 from, vec3 old, vec3 d, float margin) {
    const Pose now = poses[params.first_pose + collider];
    const precise vec3 start = to_local(now, old);
    const precise vec3 step = unrotate(now.rotation, d);
    const precise vec3 to = start + step;
    // The rounding error counts, too: for a particle at rest it is as much as its weight.
    const precise vec3 dropped = step - (to - start);
    Sweep hit = sweep(posed(colliders[collider], now), from, to, margin);
    hit.surface.distance += dot(hit.surface.normal, dropped);
    return hit;
}

// Of a point that moves from `old` by d in the world.
Sweep sweep_to(uint collider, vec3 old, vec3 d, float margin) {
    const Pose now = poses[params.first_pose + collider];
    const Pose then = poses[params.first_pose - params.colliders + collider];
    return sweep_from(collider, to_local_then(then, now, old), old, d, margin);
}

// How far the particle may be from `old` at the end of the substep, m, without its path coming within `margin` of the collider;
// negative where that is not known. `hit` is that of the path d, and `motion` the largest displacement of a deforming surface. A path's points lie in a ball around its end, whose radius is the
// path's length, and distances change by at most the distance moved.
float clearance(Sweep hit, uint collider, vec3 old, vec3 d, float margin, float motion) {
    if (hit.time <= 1.0) return -1.0;
    const float rounding = 4e-6 * (length(old) + length(poses[params.first_pose + collider].translation));
    return hit.surface.distance - margin - max(hit.l, length(d) + motion) - rounding;
}
