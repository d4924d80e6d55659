// Signed distance to a collider's surface and its outward normal, in the collider's frame. Needs "features.glsl" and
// "mesh.glsl".

vec3 unit_or_up(vec3 v) {
    const float l = length(v);
    return l > 0.0 ? v / l : vec3(0.0, 1.0, 0.0);
}

// A half space, or a prism below a rectangle, as deep as its shorter half side.
Surface plane_surface(Collider c, vec3 p, float previous_side) {
    const float side = c.double_sided != 0 && previous_side < 0.0 ? -1.0 : 1.0;
    const float depth = min(c.size.x, c.size.z);
    const bool is_outside = abs(p.x) > c.size.x || abs(p.z) > c.size.z || side * p.y < -depth;
    return Surface(is_outside ? NO_SURFACE : side * p.y, vec3(0.0, side, 0.0));
}

Surface box_surface(vec3 half_size, vec3 p) {
    const vec3 q = abs(p) - half_size;
    const vec3 s = vec3(p.x < 0.0 ? -1.0 : 1.0, p.y < 0.0 ? -1.0 : 1.0, p.z < 0.0 ? -1.0 : 1.0);
    const vec3 outside = max(q, vec3(0.0));
    const float away = length(outside);
    if (away > 0.0) return Surface(away, s * outside / away);
    if (q.x > q.y && q.x > q.z) return Surface(q.x, vec3(s.x, 0.0, 0.0));
    return q.y > q.z ? Surface(q.y, vec3(0.0, s.y, 0.0)) : Surface(q.z, vec3(0.0, 0.0, s.z));
}

// A surface of revolution from its profile: distance, normal across and along the axis.
Surface around_axis(vec3 profile, vec3 p, float r) {
    const vec2 across = r > 0.0 ? p.xz / r : vec2(1.0, 0.0);
    return Surface(profile.x, vec3(profile.y * across.x, profile.z, profile.y * across.y));
}

vec3 disc_profile(float r, float y, float radius) {
    const float l = length(vec2(r, y));
    return vec3(l - radius, l > 0.0 ? vec2(r, y) / l : vec2(0.0, 1.0));
}

// The convex hull of two balls on the axis.
vec3 capsule_profile(vec3 size, float r, float y) {
    const float half_height = 0.5 * size.x;
    const float sine = size.x > 0.0 ? (size.y - size.z) / size.x : 2.0;
    if (abs(sine) >= 1.0) return size.y > size.z ? disc_profile(r, y + half_height, size.y) : disc_profile(r, y - half_height, size.z);
    const float cosine = sqrt(1.0 - sine * sine);
    const float foot = y - r * sine / cosine;
    if (foot < -half_height) return disc_profile(r, y + half_height, size.y);
    if (foot > half_height) return disc_profile(r, y - half_height, size.z);
    return vec3(r * cosine + (y + half_height) * sine - size.y, cosine, sine);
}

vec2 nearest_on_segment(vec2 a, vec2 b, vec2 p) {
    const vec2 ab = b - a;
    const float l2 = dot(ab, ab);
    return a + (l2 > 0.0 ? clamp(dot(p - a, ab) / l2, 0.0, 1.0) : 0.0) * ab;
}

// A trapezoid: lower disc, upper disc, and the slope between their rims.
vec3 cylinder_profile(vec3 size, float r, float y) {
    const float half_height = 0.5 * size.x;
    const vec2 low = vec2(size.y, -half_height);
    const vec2 high = vec2(size.z, half_height);
    const vec2 p = vec2(r, y);
    const vec2 slope = normalize(vec2(size.x, size.y - size.z));
    const float below = -half_height - y;
    const float above = y - half_height;
    const float side = dot(p - low, slope);
    if (max(max(below, above), side) <= 0.0) {
        if (side >= below && side >= above) return vec3(side, slope);
        return above >= below ? vec3(above, 0.0, 1.0) : vec3(below, 0.0, -1.0);
    }
    vec2 nearest = nearest_on_segment(low, high, p);
    const vec2 on_low = vec2(min(r, low.x), low.y);
    const vec2 on_high = vec2(min(r, high.x), high.y);
    if (distance(p, on_low) < distance(p, nearest)) nearest = on_low;
    if (distance(p, on_high) < distance(p, nearest)) nearest = on_high;
    const float l = distance(p, nearest);
    return vec3(l, l > 0.0 ? (p - nearest) / l : slope);
}

// A collider with the scale of its pose.
Collider posed(Collider c, Pose pose) {
    if (c.shape == MESH) c.size = pose.scale;
    return c;
}

// `previous`: p in the collider's frame at the end of the last substep, which decides the side of a two-sided surface. A mesh
// farther away than `radius` may return NO_SURFACE.
Surface surface(Collider c, vec3 p, vec3 previous, float radius) {
    const float r = length(p.xz);
    if (MESHES && c.shape == MESH) return mesh_surface(c, p, previous, radius);
    switch (c.shape) {
    case PLANE: return plane_surface(c, p, previous.y);
    case SPHERE: return Surface(length(p) - c.size.x, unit_or_up(p));
    case BOX: return box_surface(c.size, p);
    case CAPSULE: return around_axis(capsule_profile(c.size, r, p.y), p, r);
    default: return around_axis(cylinder_profile(c.size, r, p.y), p, r);
    }
}
