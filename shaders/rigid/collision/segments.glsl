// The corners and edges of a shape as segments. Needs "features.glsl" and the pool of faces, `mesh_faces`.

// An edge in its collider's frame, with a ball radius at each end. Balls and capsules are single segments.
struct Segment {
    vec3 from;
    vec3 to;
    float from_radius;
    float to_radius;
    // Whether its ends are tried with this edge, and not with another one.
    bool ends;
    // Whether what is between its ends is tried.
    bool between;
};

uint segment_count(Collider c) {
    switch (c.shape) {
    case BOX: return 12;
    case CYLINDER: return 8;
    default: return 1;
    }
}

// `toward`: the position of the other shape.
Segment segment(Collider c, uint k, vec3 toward) {
    const vec3 half_height = vec3(0.0, 0.5 * c.size.x, 0.0);
    if (c.shape == SPHERE) return Segment(vec3(0.0), vec3(0.0), c.size.x, c.size.x, true, true);
    if (c.shape == CAPSULE) return Segment(-half_height, half_height, c.size.y, c.size.z, true, true);
    if (c.shape == CYLINDER) {
        // The first line of a cylinder's side is the one nearest to the other shape.
        const float l = length(toward.xz);
        const vec2 first = l > 1e-3 * length(toward) ? toward.xz / l : vec2(1.0, 0.0);
        const float angle = 0.78539816 * float(k);
        const vec2 across = vec2(cos(angle) * first.x - sin(angle) * first.y, sin(angle) * first.x + cos(angle) * first.y);
        const vec3 rim = vec3(across.x, 0.0, across.y);
        return Segment(c.size.y * rim - half_height, c.size.z * rim + half_height, 0.0, 0.0, true, true);
    }
    const uint axis = k / 4;
    vec3 from = c.size;
    if (k % 2 == 1) from[(axis + 1) % 3] *= -1.0;
    if (k % 4 >= 2) from[(axis + 2) % 3] *= -1.0;
    vec3 to = from;
    to[axis] *= -1.0;
    return Segment(from, to, 0.0, 0.0, axis == 0, true);
}

// An edge of a face of a mesh, with its first end.
Segment side(Collider c, uint face, uint k) {
    const Face f = mesh_faces[c.first_face + face];
    const vec3 from = k == 0 ? f.a : k == 1 ? f.b : f.c;
    const vec3 to = k == 0 ? f.b : k == 1 ? f.c : f.a;
    return Segment(from * c.size, to * c.size, 0.0, 0.0, (f.tested >> 3 + k & 1) != 0, (f.tested >> k & 1) != 0);
}
