// An axis along which two shapes are separate or overlap least: features of one beyond the other along it need no test. Needs
// "features.glsl" and the pool of faces, `mesh_faces`.

// Meshes with more faces have no test, since their farthest corner is found by trying all. The search takes a few steps to a
// better direction.
#define MOST_CORNER_FACES 256
#define SEPARATION_STEPS 6

// Whether the farthest point of a shape along a direction is found fast.
bool has_corners(Collider c) { return c.shape != PLANE && c.faces <= MOST_CORNER_FACES; }

vec3 farthest_corner(Collider c, vec3 direction) {
    vec3 best = vec3(0.0);
    float most = -3e38;
    for (uint k = 0; k < 3 * c.faces; ++k) {
        const Face f = mesh_faces[c.first_face + k / 3];
        const vec3 corner = c.size * (k % 3 == 0 ? f.a : k % 3 == 1 ? f.b : f.c);
        const float far = dot(corner, direction);
        if (far > most) {
            most = far;
            best = corner;
        }
    }
    return best;
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

// Unit vector from the other one to the one, with the largest separation along it; below 0 they overlap [CW96, §3]. Zero without
// a test.
vec3 axis_between(Collider one, Pose one_pose, Collider other, Pose other_pose, float enough, out float separation) {
    separation = -3e38;
    vec3 best = vec3(0.0);
    if (!has_corners(one) || !has_corners(other)) return best;
    const vec3 between = one_pose.translation - other_pose.translation;
    vec3 direction = dot(between, between) > 0.0 ? normalize(between) : vec3(0.0, 1.0, 0.0);
    for (uint k = 0; k < SEPARATION_STEPS; ++k) {
        const vec3 gap = farthest_in_world(one, one_pose, -direction) - farthest_in_world(other, other_pose, direction);
        const float along = dot(direction, gap);
        if (along > separation) {
            separation = along;
            best = direction;
        }
        const float l = length(gap);
        if (separation > enough || l == 0.0) break;
        direction = normalize(direction - 2.0 * along / (l * l) * gap);
    }
    return best;
}
