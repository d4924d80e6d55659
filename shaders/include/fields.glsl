// Gravity at a position (docs/method.md §32). Needs "math.glsl", "shapes.glsl", and the pools of fields: `fields`, `zones`,
// `zone_poses`, `line_points`.

// Whether a position is in a field's volume.
bool contains(Field field, uint first, vec3 x) {
    for (uint z = field.source + 1; z <= field.source + field.volumes; ++z) {
        const Pose pose = zone_poses[first + z];
        const vec3 p = to_local(pose, x);
        if (surface(posed(zones[z], pose), p, p, NO_SURFACE).distance <= 0.0) return true;
    }
    return false;
}

// The vector to the nearest point of a polyline.
vec3 direction_to_line(Field field, vec3 p) {
    vec3 nearest = line_points[field.first_point] - p;
    for (uint k = 1; k < field.points; ++k) {
        const vec3 a = line_points[field.first_point + k - 1] - p;
        const vec3 ab = line_points[field.first_point + k] - p - a;
        const float l2 = dot(ab, ab);
        const vec3 candidate = a + (l2 > 0.0 ? clamp(-dot(a, ab) / l2, 0.0, 1.0) : 0.0) * ab;
        if (dot(candidate, candidate) < dot(nearest, nearest)) nearest = candidate;
    }
    return nearest;
}

// The vector to the nearest point of a shape; zero inside of it.
vec3 direction_to_shape(Collider shape, vec3 p) {
    if (shape.shape == PLANE) return vec3(clamp(p.x, -shape.size.x, shape.size.x), 0.0, clamp(p.z, -shape.size.z, shape.size.z)) - p;
    const Surface s = surface(shape, p, p, NO_SURFACE);
    return -max(s.distance, 0.0) * s.normal;
}

// The vector from a position in the source's frame to the nearest point of the source.
vec3 direction_to_source(Field field, Collider shape, vec3 p) {
    if (field.kind == FIELD_LINE) return direction_to_line(field, p);
    if (field.kind == FIELD_NEAREST) return direction_to_shape(shape, p);
    const float r = length(p.xz);
    const float rim_radius = field.kind == FIELD_DISC ? min(r, field.radius) : field.radius;
    const vec2 rim = r > 0.0 ? rim_radius / r * p.xz : vec2(rim_radius, 0.0);
    return vec3(rim.x, 0.0, rim.y) - p;
}

// The acceleration by one field. Near the source it is limited to what substeps resolve.
vec3 field_gravity(Field field, uint first, float h, vec3 x) {
    const Pose pose = zone_poses[first + field.source];
    if (field.kind == FIELD_DIRECTIONAL) return field.gravity * rotate(pose.rotation, field.direction);
    const vec3 direction = direction_to_source(field, posed(zones[field.source], pose), to_local(pose, x));
    const float l = length(direction);
    if (l == 0.0) return vec3(0.0);
    float strength = field.gravity;
    if (field.unit_distance > 0.0) {
        const float ratio = field.unit_distance / l;
        const float limit = l / (float(FIELD_STEPS * FIELD_STEPS) * h * h);
        strength = clamp(strength * ratio * ratio, -limit, limit);
    }
    return strength / l * rotate(pose.rotation, direction);
}

// Gravity of `count` fields, whose zones have their poses from `first` on, and of the world.
// `own` is the rigid body at this position, or NONE.
vec3 gravity_at(Frame frame, uint count, uint first, uint own, vec3 x) {
    vec3 sum = vec3(0.0);
    for (uint f = 0; f < count; ++f) {
        const Field field = fields[f];
        if (own != NONE && field.carrier == own || !contains(field, first, x)) continue;
        const vec3 g = field_gravity(field, first, frame.h, x);
        sum = (field.flags & FIELD_REPLACES) != 0 ? g : sum + g;
        if ((field.flags & FIELD_STOPS_WORLD) != 0) return sum;
        if ((field.flags & FIELD_STOPS) != 0) break;
    }
    return sum + frame.gravity;
}
