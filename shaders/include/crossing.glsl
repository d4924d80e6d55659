// Where a straight path first crosses a face of a mesh. Needs "mesh.glsl" and "tree.glsl".

struct Crossing {
    // Fraction of the path, 0 to 1, or NO_HIT.
    float time;
    // Of the face, towards the side that the path comes from.
    vec3 normal;
};

// A face that the path crosses before `first` from outside becomes the first one. A two-sided mesh is crossed from either side.
void try_crossing(Collider c, uint face, vec3 from, vec3 path, inout Crossing first) {
    const Face f = mesh_faces[c.first_face + face];
    const vec3 outward = normalize(f.normal / c.size);
    const float closing = -dot(outward, path);
    const float height = dot(outward, from - f.a * c.size);
    if (closing == 0.0 || (closing < 0.0 && c.double_sided == 0)) return;
    const float time = height / closing;
    if (time < 0.0 || time >= first.time) return;
    const vec3 p = from + time * path;
    const vec3 to_a = f.a * c.size - p;
    const vec3 to_b = f.b * c.size - p;
    const vec3 to_c = f.c * c.size - p;
    const vec3 weights = nearest_on_triangle(to_a, to_b, to_c);
    const vec3 off = weights.x * to_a + weights.y * to_b + weights.z * to_c;
    // A tolerance closes the slits that rounding leaves between faces.
    if (dot(off, off) > 1e-11 * (dot(p, p) + dot(path, path))) return;
    first = Crossing(time, closing > 0.0 ? outward : -outward);
}

Crossing first_crossing(Collider c, vec3 from, vec3 path) {
    Crossing first = Crossing(NO_HIT, vec3(0.0));
    Walk walk = from_top(c.first_box, c.faces);
    const uint most = tree_size(c.faces);
    for (uint step = 0; step < most; ++step) {
        if (over(walk, c.faces)) break;
        const vec3 tip = from + min(first.time, 1.0) * path;
        const bool crosses = overlaps(scaled_box(c, walk.offset + walk.node), Bounds(min(from, tip), max(from, tip)));
        if (crosses && walk.level > 0) {
            into_children(walk, c.faces);
        } else {
            if (crosses) try_crossing(c, walk.node, from, path, first);
            past(walk, c.faces);
        }
    }
    return first;
}
