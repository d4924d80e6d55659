// An axis along which two shapes are separate or overlap least: features of one beyond the other along it need no test. Needs
// "features.glsl", "closest.glsl" and the pool of faces, `mesh_faces`.

// Whether the farthest point of a shape along a direction is found fast.
bool has_corners(Collider c) { return c.shape != PLANE && c.faces <= MOST_CORNER_FACES; }

// Only corners that stand out can be farthest.
vec3 farthest_corner(Collider c, vec3 direction) {
    const vec3 scaled = c.size * direction;
    vec3 best = vec3(0.0);
    float most = -3e38;
    for (uint k = 0; k < 3 * c.faces; ++k) {
        const uint face = c.first_face + k / 3;
        if ((mesh_faces[face].tested >> 3 + k % 3 & 1) == 0) continue;
        const vec3 corner = k % 3 == 0 ? mesh_faces[face].a : k % 3 == 1 ? mesh_faces[face].b : mesh_faces[face].c;
        const float far = dot(corner, scaled);
        if (far > most) {
            most = far;
            best = corner;
        }
    }
    return c.size * best;
}

// In the collider's frame.
vec3 farthest(Collider c, vec3 direction) {
    const vec3 half_height = vec3(0.0, 0.5 * c.size.x, 0.0);
    if (MESHES && c.shape == MESH) return farthest_corner(c, direction);
    if (c.shape == SPHERE) return c.size.x * direction;
    if (c.shape == BOX) return sign(direction) * c.size;
    vec3 out_of = direction;
    if (c.shape == CYLINDER) {
        const float l = length(direction.xz);
        out_of = l > 0.0 ? vec3(direction.x / l, 0.0, direction.z / l) : vec3(0.0);
    }
    const vec3 low = c.size.y * out_of - half_height;
    const vec3 high = c.size.z * out_of + half_height;
    return dot(high - low, direction) > 0.0 ? high : low;
}

vec3 farthest_in_world(Collider c, Pose pose, vec3 direction) {
    return pose.translation + rotate(pose.rotation, farthest(c, unrotate(pose.rotation, direction)));
}

vec3 unit_or(vec3 v, vec3 other) {
    const float l = length(v);
    return l > 0.0 ? v / l : other;
}

// The point of a triangle nearest to the origin.
vec3 nearest_point(vec3 triangle[3]) {
    const vec3 weights = nearest_on_triangle(triangle[0], triangle[1], triangle[2]);
    return weights.x * triangle[0] + weights.y * triangle[1] + weights.z * triangle[2];
}

// Whether the origin is on the same side of a triangle as a point.
bool is_on_same_side(vec3 a, vec3 b, vec3 c, vec3 p) {
    const vec3 normal = cross(b - a, c - a);
    return -dot(normal, a) * dot(normal, p - a) > 0.0;
}

// Whether the tetrahedron of a point and a triangle holds the origin.
bool holds_origin(vec3 p, vec3 t[3]) {
    return is_on_same_side(t[0], t[1], t[2], p) && is_on_same_side(p, t[0], t[1], t[2]) && is_on_same_side(p, t[1], t[2], t[0]) && is_on_same_side(p, t[2], t[0], t[1]);
}

// An axis between two shapes, and their distance along it; below 0 they overlap.
struct Axis {
    // From the other one to the one; 0 without a test.
    vec3 direction;
    float separation;
};

// The axis along the normal of the one that is a plane, on the side of the other one's position.
Axis normal_of_plane(Collider plane, Pose plane_pose, Collider c, Pose pose) {
    if (!has_corners(c)) return Axis(vec3(0.0), -3e38);
    const vec3 up = rotate(plane_pose.rotation, vec3(0.0, 1.0, 0.0));
    const bool below = plane.double_sided != 0 && dot(up, pose.translation - plane_pose.translation) < 0.0;
    const vec3 outward = below ? -up : up;
    return Axis(outward, dot(outward, farthest_in_world(c, pose, -outward) - plane_pose.translation));
}

// Searches the axis with the largest separation of two shapes by GJK: from the origin to the nearest point of their Minkowski
// difference [GJK88].
// Begins with `guess`, if it is not 0, which is good enough where they are separate by more than `worst` along it. Ends beyond
// `enough`, or where the distance is known up to `allowance`.
Axis axis_between(Collider one, Pose one_pose, Collider other, Pose other_pose, vec3 guess, float worst, float enough, float allowance) {
    if (other.shape == PLANE) return normal_of_plane(other, other_pose, one, one_pose);
    if (one.shape == PLANE) {
        const Axis axis = normal_of_plane(one, one_pose, other, other_pose);
        return Axis(-axis.direction, axis.separation);
    }
    Axis best = Axis(vec3(0.0), -3e38);
    if (!has_corners(one) || !has_corners(other)) return best;
    vec3 direction = unit_or(guess, unit_or(one_pose.translation - other_pose.translation, vec3(0.0, 1.0, 0.0)));
    vec3 triangle[3];
    float least = 3e38;
    for (uint k = 0; k < SEPARATION_STEPS; ++k) {
        const vec3 corner = farthest_in_world(one, one_pose, -direction) - farthest_in_world(other, other_pose, direction);
        const float separation = dot(direction, corner);
        if (separation > best.separation) best = Axis(direction, separation);
        if (least - separation < allowance || best.separation > enough || separation > worst) break;
        if (k == 0) triangle = vec3[](corner, corner, corner);
        const bool inside = holds_origin(corner, triangle);
        // Of the three faces at the new corner, the one nearest to the origin.
        const vec3 base[3] = triangle;
        triangle = vec3[](corner, base[0], base[1]);
        vec3 nearest = nearest_point(triangle);
        for (uint i = 1; i < 3; ++i) {
            const vec3 face[3] = vec3[](corner, base[i], base[(i + 1) % 3]);
            const vec3 point = nearest_point(face);
            if (dot(point, point) >= dot(nearest, nearest)) continue;
            triangle = face;
            nearest = point;
        }
        least = inside ? 3e38 : length(nearest);
        direction = (inside ? -1.0 : 1.0) * unit_or(nearest, direction);
    }
    return best;
}
