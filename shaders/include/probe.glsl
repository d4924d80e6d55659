// Contact points of any two shapes: corners and edges of one against the signed distance of the other. Needs "shapes.glsl",
// "tree.glsl", "candidates.glsl" and "segments.glsl".

// Segments of the one against the other. `back`: 1 where the one is the first of the pair, else −1.
struct Probe {
    Collider one;
    Pose one_pose;
    Collider other;
    Pose other_pose;
    // Radius around the other one's position.
    float other_radius;
    float back;
    float merge_distance;
    // A direction in the one's frame; features farther along it than `beyond` are out of the margin.
    vec3 axis;
    float beyond;
};

// Adds a candidate at a point of the other one's frame.
void add_contact(Probe probe, vec3 local, float radius, Surface met) {
    const float gap = met.distance - radius;
    const vec3 normal = rotate(probe.other_pose.rotation, met.normal);
    const vec3 position = probe.other_pose.translation + rotate(probe.other_pose.rotation, local);
    add_or_merge(position - (radius + 0.5 * gap) * normal, probe.back * normal, gap, probe.merge_distance);
}

// Whether edge–edge contacts are found from the other one's segments, or not at all.
bool edges_tried_elsewhere(Probe probe) {
    if (probe.other.shape != MESH) return probe.other.shape == PLANE;
    return probe.one.shape == MESH ? probe.back < 0.0 : probe.one.shape != CAPSULE;
}

vec3 to_other(Probe probe, vec3 local) {
    return to_local(probe.other_pose, probe.one_pose.translation + rotate(probe.one_pose.rotation, local));
}

// Tries both ends of a segment, then its interior by bisection: the distance is convex along an edge. On a flat stretch the
// normals of that side are valid, those of the other are not. For two edges that touch, the normal is ill-defined there. It is
// iterated farther out: across one edge and across the other in turn converges to across both. One loop for all, since drivers
// inline `surface` at each call.
void try_segment(Probe probe, Segment s, vec3 middle) {
    const vec3 from = to_other(probe, s.from);
    const vec3 edge = to_other(probe, s.to) - from;
    const float l = length(edge);
    const float widening = s.to_radius - s.from_radius;
    const float widest = max(s.from_radius, s.to_radius);
    const float range = 2.0 * (margin + 10.0 * probe.merge_distance) + widest + l;
    const uint steps = l == 0.0 ? 1u : 3u + EDGE_BISECTIONS + EDGE_NORMAL_STEPS;
    const float level = FLAT_SLOPE * l;
    bool between = !edges_tried_elsewhere(probe);
    float low = 0.0;
    float high = 1.0;
    float distances = 0.0;
    float out_by = 10.0 * probe.merge_distance;
    vec3 across = vec3(0.0);
    for (uint step = 0; step < steps; ++step) {
        const float at = step < 2 ? float(step) : step < 2 + EDGE_BISECTIONS ? 0.5 * (low + high) : high;
        const vec3 local = from + at * edge;
        Surface met = surface(probe.other, local + out_by * across, middle, range);
        const vec3 along = dot(met.normal, edge) / max(l * l, 1e-30) * edge;
        const float slope = dot(met.normal, edge) - widening;
        bool counts = step < 2 && s.ends && (step == 0 || probe.one.shape != MESH);
        bool done = false;
        if (step < 2) {
            distances += met.distance;
            between = between && (step == 0 ? slope < -level : slope > level && 0.5 * (distances - l) <= margin + widest);
            done = !between && (step == 1 || probe.one.shape == MESH);
        } else if (step < 2 + EDGE_BISECTIONS) {
            if (slope < -level) low = at;
            else high = at;
        } else {
            const bool tilted = across != vec3(0.0);
            const vec3 next = met.normal - along;
            if (tilted) met = Surface(met.distance * dot(met.normal, across) - out_by, across);
            done = step + 1 == steps || length(next) < 1e-3 || (!tilted && (widest > 0.0 || met.distance > out_by || met.distance < -10.0 * out_by));
            if (!tilted) out_by += 4.0 * max(0.0, -met.distance);
            across = normalize(next);
            counts = done;
        }
        if (counts) add_contact(probe, local, mix(s.from_radius, s.to_radius, at), met);
        if (done) break;
    }
}

// Whether a box, or a segment, is out of the margin along the axis.
bool is_beyond(Probe probe, Bounds box) {
    return dot(probe.axis, mix(box.low, box.high, lessThan(probe.axis, vec3(0.0)))) > probe.beyond;
}
bool is_beyond(Probe probe, Segment s) {
    return min(dot(probe.axis, s.from) - s.from_radius, dot(probe.axis, s.to) - s.to_radius) > probe.beyond;
}

// One step of a walk over a mesh's faces. Returns whether it is at a face near the other shape.
bool next_face(Probe probe, vec3 center, inout Walk walk, inout uint face) {
    const Collider c = probe.one;
    const float far = probe.other_radius + margin;
    const Bounds box = scaled_box(c, walk.offset + walk.node);
    const bool near = distance_squared(box, center) < far * far && !is_beyond(probe, box);
    face = walk.node;
    const bool found = near && walk.level == 0;
    if (near && walk.level > 0) into(walk, c.faces);
    else past(walk, c.faces);
    return found;
}

void try_segments(Probe probe) {
    const Collider c = probe.one;
    const bool mesh = MESHES && c.shape == MESH;
    const vec3 middle = to_local(probe.other_pose, probe.one_pose.translation);
    const vec3 center = to_local(probe.one_pose, probe.other_pose.translation);
    vec3 toward = center;
    if (c.shape == CYLINDER) {
        const vec3 out_of = surface(probe.other, middle, middle, NO_SURFACE).normal;
        toward = unrotate(probe.one_pose.rotation, rotate(probe.other_pose.rotation, -out_of));
    }
    Walk walk = walk_from_top(c.first_box, c.faces);
    const uint steps = mesh ? tree_size(c.faces) : segment_count(c);
    for (uint step = 0; step < steps; ++step) {
        if (mesh && over(walk, c.faces)) break;
        uint face = 0;
        if (mesh && !next_face(probe, center, walk, face)) continue;
        for (uint k = 0; k < (mesh ? 3 : 1); ++k) {
            Segment s;
            if (mesh) s = side(c, face, k);
            else s = segment(c, step, toward);
            if (!is_beyond(probe, s)) try_segment(probe, s, middle);
        }
    }
}
