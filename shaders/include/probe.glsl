// Any two shapes: the corners and edges of one against the signed distance to the other. Needs "shapes.glsl" and "meetings.glsl".

// An edge in its collider's frame, with the radius of a ball at each end: a ball is one, and so is a capsule.
struct Segment {
    vec3 from;
    vec3 to;
    float from_radius;
    float to_radius;
    // Whether its ends are met here, and not with another edge.
    bool ends;
};

uint segment_count(Collider c) {
    switch (c.shape) {
    case BOX: return 12;
    case CYLINDER: return 8;
    case MESH: return 3 * c.faces;
    default: return 1;
    }
}

// `toward`: where the other one is.
Segment segment(Collider c, uint k, vec3 toward) {
    const vec3 half_height = vec3(0.0, 0.5 * c.size.x, 0.0);
    if (c.shape == SPHERE) return Segment(vec3(0.0), vec3(0.0), c.size.x, c.size.x, true);
    if (c.shape == CAPSULE) return Segment(-half_height, half_height, c.size.y, c.size.z, true);
    if (c.shape == CYLINDER) {
        // The first line of the mantle is the one that is nearest.
        const float l = length(toward.xz);
        const vec2 first = l > 1e-3 * length(toward) ? toward.xz / l : vec2(1.0, 0.0);
        const float angle = 0.78539816 * float(k);
        const vec2 across = vec2(cos(angle) * first.x - sin(angle) * first.y, sin(angle) * first.x + cos(angle) * first.y);
        const vec3 rim = vec3(across.x, 0.0, across.y);
        return Segment(c.size.y * rim - half_height, c.size.z * rim + half_height, 0.0, 0.0, true);
    }
    if (SHELLS && c.shape == MESH) {
        const Face face = shell_faces[c.first_face + k / 3];
        const vec3 from = k % 3 == 0 ? face.a : k % 3 == 1 ? face.b : face.c;
        const vec3 to = k % 3 == 0 ? face.b : k % 3 == 1 ? face.c : face.a;
        return Segment(from * c.size, to * c.size, 0.0, 0.0, true);
    }
    const uint axis = k / 4;
    vec3 from = c.size;
    if (k % 2 == 1) from[(axis + 1) % 3] *= -1.0;
    if (k % 4 >= 2) from[(axis + 2) % 3] *= -1.0;
    vec3 to = from;
    to[axis] *= -1.0;
    return Segment(from, to, 0.0, 0.0, axis == 0);
}

// The segments of one against the other. `back`: 1 where the one is the first of the pair, else −1.
struct Probe {
    Collider one;
    Pose one_pose;
    Collider other;
    Pose other_pose;
    float back;
    float same;
};

Surface at_other(Probe probe, vec3 local, vec3 middle) { return surface(probe.other, local, middle, 2.0 * reach); }

// A ball around a point of the other one's frame.
void try_ball(Probe probe, vec3 local, float radius, vec3 middle) {
    const Surface met = at_other(probe, local, middle);
    const float gap = met.distance - radius;
    const vec3 normal = rotate(probe.other_pose.rotation, met.normal);
    const vec3 place = probe.other_pose.translation + rotate(probe.other_pose.rotation, local);
    meet_at(place - (radius + 0.5 * gap) * normal, probe.back * normal, gap, probe.same);
}

void try_segments(Probe probe) {
    const vec3 middle = to_local(probe.other_pose, probe.one_pose.translation);
    const Surface toward = surface(probe.other, middle, middle, FAR);
    const vec3 direction = unrotate(probe.one_pose.rotation, rotate(probe.other_pose.rotation, -toward.normal));
    for (uint k = 0; k < segment_count(probe.one); ++k) {
        const Segment s = segment(probe.one, k, direction);
        const vec3 from = to_local(probe.other_pose, probe.one_pose.translation + rotate(probe.one_pose.rotation, s.from));
        const vec3 to = to_local(probe.other_pose, probe.one_pose.translation + rotate(probe.one_pose.rotation, s.to));
        if (s.ends) try_ball(probe, from, s.from_radius, middle);
        if (from == to) continue;
        if (s.ends && probe.one.shape != MESH) try_ball(probe, to, s.to_radius, middle);
        if (probe.other.shape == PLANE || probe.other.shape == MESH) continue;
        // Distance is convex along an edge: what is between its ends is found where its slope changes sign.
        const vec3 way = to - from;
        const float widening = s.to_radius - s.from_radius;
        if (dot(at_other(probe, from, middle).normal, way) >= widening || dot(at_other(probe, to, middle).normal, way) <= widening) continue;
        float low = 0.0;
        float high = 1.0;
        for (uint halving = 0; halving < 20; ++halving) {
            const float half_way = 0.5 * (low + high);
            if (dot(at_other(probe, from + half_way * way, middle).normal, way) < widening) low = half_way;
            else high = half_way;
        }
        try_ball(probe, from + low * way, mix(s.from_radius, s.to_radius, low), middle);
    }
}
