// Signed distance to a triangle mesh by its nearest point [BA05]. Needs "tree.glsl" and the pools `mesh_faces` and `mesh_boxes`.

struct Surface {
    float distance;
    vec3 normal;
};

#include "include/closest.glsl"

struct Nearest {
    // Squared distance to the point, its face and its barycentric weights.
    float squared;
    uint face;
    vec3 weights;
};

Bounds scaled_box(Collider c, uint node) {
    const Bounds box = mesh_boxes[node];
    const vec3 low = box.low * c.size;
    const vec3 high = box.high * c.size;
    return Bounds(min(low, high), max(low, high));
}

void try_face(Collider collider, uint face, vec3 p, inout Nearest best) {
    const Face f = mesh_faces[collider.first_face + face];
    const vec3 a = f.a * collider.size - p;
    const vec3 b = f.b * collider.size - p;
    const vec3 c = f.c * collider.size - p;
    const vec3 weights = nearest_on_triangle(a, b, c);
    const vec3 away = weights.x * a + weights.y * b + weights.z * c;
    const float squared = dot(away, away);
    if (squared < best.squared) best = Nearest(squared, face, weights);
}

// Finds a near face: down the tree, always into the nearest box.
void try_nearest_boxes(Collider c, vec3 p, inout Nearest best) {
    Walk walk = from_top(c.first_box, c.faces);
    for (uint down = 0; down < 10; ++down) {
        if (walk.level == 0) break;
        into_children(walk, c.faces);
        const uint end = min(walk.node + 8, level_size(c.faces, walk.level));
        float least = NO_SURFACE;
        for (uint node = walk.node; node < end; ++node) {
            const float squared = distance_squared(scaled_box(c, walk.offset + node), p);
            if (squared < least) {
                least = squared;
                walk.node = node;
            }
        }
    }
    try_face(c, walk.node, p, best);
}

void try_all(Collider c, vec3 p, inout Nearest best) {
    Walk walk = from_top(c.first_box, c.faces);
    const uint most = tree_size(c.faces);
    for (uint step = 0; step < most; ++step) {
        if (over(walk, c.faces)) break;
        const bool nearer = distance_squared(scaled_box(c, walk.offset + walk.node), p) < best.squared;
        if (nearer && walk.level > 0) {
            into_children(walk, c.faces);
        } else {
            if (nearer) try_face(c, walk.node, p, best);
            past(walk, c.faces);
        }
    }
}

// Normal of the feature (face, edge or vertex) of the nearest point; normals transform by the inverse of the scale.
vec3 feature_normal(Face f, vec3 weights, vec3 scale) {
    const bvec3 off = equal(weights, vec3(0.0));
    vec3 n = f.normal;
    if (off.x) n = off.y ? f.normal_c : (off.z ? f.normal_b : f.normal_bc);
    else if (off.y) n = off.z ? f.normal_a : f.normal_ca;
    else if (off.z) n = f.normal_ab;
    return n == vec3(0.0) ? n : normalize(n / scale);
}

// Whether a point may be inside the mesh, deeper than the search radius: it is behind the plane of a near face.
bool may_be_deep(Collider c, vec3 p, inout Nearest best) {
    const Bounds box = scaled_box(c, c.first_box + tree_size(c.faces) - 1);
    if (c.double_sided != 0 || distance_squared(box, p) > 0.0) return false;
    best.squared = NO_SURFACE;
    try_nearest_boxes(c, p, best);
    if (best.face == NONE) return false;
    const Face f = mesh_faces[c.first_face + best.face];
    return dot(p - f.a * c.size, f.normal / c.size) < 0.0;
}

// Finds the nearest point of the mesh: within `radius`, or at any depth of a closed mesh. Returns whether there is one.
bool find_nearest(Collider c, vec3 p, float radius, out Nearest best) {
    best = Nearest(radius * radius, NONE, vec3(0.0));
    if (radius >= NO_SURFACE) try_nearest_boxes(c, p, best);
    try_all(c, p, best);
    if (best.face != NONE) return true;
    if (!may_be_deep(c, p, best)) return false;
    try_all(c, p, best);
    return true;
}

// A closed mesh has an inside of any depth. A mesh with holes is two-sided: the side of `previous` is outside.
Surface mesh_surface(Collider c, vec3 p, vec3 previous, float radius) {
    Nearest best;
    if (!find_nearest(c, p, radius, best)) return Surface(NO_SURFACE, vec3(0.0, 1.0, 0.0));
    const bool two_sided = c.double_sided != 0;
    const Face f = mesh_faces[c.first_face + best.face];
    const vec3 from_a = p - f.a * c.size;
    const vec3 from_b = p - f.b * c.size;
    const vec3 from_c = p - f.c * c.size;
    const vec3 away = best.weights.x * from_a + best.weights.y * from_b + best.weights.z * from_c;
    const float l = length(away);
    const vec3 n = feature_normal(f, best.weights, c.size);
    if (n == vec3(0.0)) return Surface(l, l > 0.0 ? away / l : vec3(0.0, 1.0, 0.0));
    const float height = dot(away, n);
    const float side = two_sided && dot(previous - p + away, n) < 0.0 ? -1.0 : 1.0;
    if (all(notEqual(best.weights, vec3(0.0)))) return Surface(side * height, side * n);
    const float signed_l = height < 0.0 ? -l : l;
    // This near to an edge or a vertex of a face of this size, the direction is rounding error.
    const float size = max(dot(from_a, from_a), max(dot(from_b, from_b), dot(from_c, from_c)));
    const vec3 direction = l * l > 1e-11 * size ? away / signed_l : n;
    return Surface(side * signed_l, side * direction);
}
