// Contacts of sample points of colliders with triangles so large that the points would pass between the particles. Needs "math.glsl",
// the pools `poses`, `sample_points` and `bodies`, and VertexFaceParams.

struct VertexFace {
    uint point;
    // Of the triangle, towards the side that the sample point comes from.
    vec3 normal;
    // Barycentric weights of the contact point.
    vec3 weights;
    // m; negative where they overlap.
    float separation;
};

vec3 position_of(SamplePoint point, Pose pose) { return pose.translation + rotate(pose.rotation, point.position); }

// Relative to the triangle's first corner: world positions have too few digits far from the origin.
void corners_of(LargeTriangle triangle, bool now, out vec3 b, out vec3 c) {
    const vec3 a = position[triangle.corners.x].xyz;
    b = position[triangle.corners.y].xyz - a;
    c = position[triangle.corners.z].xyz - a;
    if (!now) return;
    const vec3 d = displacement[triangle.corners.x].xyz;
    b += displacement[triangle.corners.y].xyz - d;
    c += displacement[triangle.corners.z].xyz - d;
}

// Whether a sample point is beyond the triangle; its side is the one at the start of the substep.
bool vertex_face(LargeTriangle triangle, uint at, out VertexFace contact) {
    const SamplePoint point = sample_points[at];
    const Pose now = poses[params.first_pose + point.collider];
    const Pose then = poses[params.first_pose - params.colliders + point.collider];
    const vec3 first = position[triangle.corners.x].xyz;
    vec3 b;
    vec3 c;
    corners_of(triangle, false, b, c);
    const vec3 from = position_of(point, then) - first;
    const float side = dot(cross(b, c), from) < 0.0 ? -1.0 : 1.0;
    corners_of(triangle, true, b, c);
    const vec3 to = position_of(point, now) - first - displacement[triangle.corners.x].xyz;
    const vec3 area = cross(b, c);
    const float size = dot(area, area);
    if (size == 0.0) return false;
    const vec2 weights = vec2(dot(cross(to, c), area), dot(cross(b, to), area)) / size;
    contact.point = at;
    contact.normal = side * inversesqrt(size) * area;
    contact.weights = vec3(1.0 - weights.x - weights.y, weights);
    contact.separation = dot(contact.normal, to) - point.radius - bodies[triangle.body].half_thickness;
    return contact.separation < 0.0 && min(min(weights.x, weights.y), contact.weights.x) >= 0.0;
}
