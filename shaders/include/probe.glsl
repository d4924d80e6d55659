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

// Whether a segment in the other one's frame is farther than `by` from the plane of a face of the other one, a convex mesh.
bool is_out_of_mesh(Probe probe, vec3 from, vec3 to, float by) {
    const Collider c = probe.other;
    if (!MESHES || c.shape != MESH || c.convex == 0 || c.faces > MOST_CORNER_FACES) return false;
    for (uint face = c.first_face; face < c.first_face + c.faces; ++face) {
        const vec3 normal = mesh_faces[face].normal / c.size;
        const vec3 corner = mesh_faces[face].a * c.size;
        if (min(dot(normal, from - corner), dot(normal, to - corner)) > by * length(normal)) return true;
    }
    return false;
}

// The distance of a point of a segment to the other shape.
struct Sample {
    // 0 at the segment's beginning, 1 at its end.
    float place;
    float distance;
    // Derivative of the distance by the place.
    float slope;
};

// Where the tangents at two samples meet, and their distance there.
vec2 meets(Sample low, Sample high) {
    const float width = high.place - low.place;
    const float along = (low.distance - high.distance + high.slope * width) / max(high.slope - low.slope, 1.2e-38);
    return vec2(low.place + along, low.distance + low.slope * along);
}

// Tries both ends of a segment, then the minimum of the distance along it; on a flat stretch its beginning, where normals of that
// side are valid and those of the other are not. The distance to a convex shape is convex, so it is nowhere below its tangents:
// these meet near the minimum, and at it where one face is on each side. For two edges that touch, the normal is ill-defined there.
// It is iterated farther out: across one edge and across the other in turn converges to across both. One loop for all, since
// drivers inline `surface` at each call.
void try_segment(Probe probe, Segment s, vec3 middle) {
    const vec3 from = to_other(probe, s.from);
    const vec3 to = to_other(probe, s.to);
    const vec3 edge = to - from;
    const float l = length(edge);
    const float widening = s.to_radius - s.from_radius;
    const float widest = max(s.from_radius, s.to_radius);
    if (is_out_of_mesh(probe, from, to, margin + probe.merge_distance + widest)) return;
    const float range = 2.0 * (margin + 10.0 * probe.merge_distance) + widest + l;
    const float level = FLAT_SLOPE * l;
    const bool convex = probe.other.convex != 0;
    bool between = s.between && !edges_tried_elsewhere(probe);
    Sample low;
    Sample high;
    // Steps of the search that are left, then those to the normal.
    uint searches = EDGE_BISECTIONS;
    uint normals = EDGE_NORMAL_STEPS;
    float out_by = 10.0 * probe.merge_distance;
    vec3 across = vec3(0.0);
    for (uint step = 0; step < 3 + EDGE_BISECTIONS + EDGE_NORMAL_STEPS; ++step) {
        float place = float(step);
        float least = -3e38;
        bool by_tangents = false;
        if (step >= 2) {
            const vec2 meeting = meets(low, high);
            if (searches > 0) {
                if (convex && meeting.y > margin) return;
                by_tangents = convex && (EDGE_BISECTIONS - searches) % 3 < 2 && meeting.x > low.place && meeting.x < high.place;
                least = meeting.y;
            }
            place = searches == 0 ? high.place : by_tangents ? meeting.x : 0.5 * (low.place + high.place);
        }
        const vec3 local = from + place * edge;
        Surface met = surface(probe.other, local + out_by * across, middle, range);
        const float radius = mix(s.from_radius, s.to_radius, place);
        const Sample found = Sample(place, met.distance - radius, dot(met.normal, edge) - widening);
        if (step < 2) {
            if (s.ends && (step == 0 || probe.one.shape != MESH)) add_contact(probe, local, radius, met);
            if (l == 0.0) return;
            if (step == 0) low = found;
            else high = found;
            between = between && (step == 0 ? found.slope < -level : found.slope > level);
            if (!between && (step == 1 || probe.one.shape == MESH)) return;
            if (step == 1 && 0.5 * (low.distance + s.from_radius + high.distance + s.to_radius - l) > margin + widest) return;
        } else if (searches > 0) {
            const bool falls = found.slope < -level;
            if (falls) low = found;
            else high = found;
            const bool reached = by_tangents && !falls && found.distance <= least + 1e-2 * level;
            searches = reached || high.place - low.place < SEGMENT_PRECISION ? 0u : searches - 1;
        } else {
            const bool tilted = across != vec3(0.0);
            const vec3 next = met.normal - dot(met.normal, edge) / max(l * l, 1e-30) * edge;
            if (tilted) met = Surface(met.distance * dot(met.normal, across) - out_by, across);
            if (normals == 0 || length(next) < 1e-3 || (!tilted && (widest > 0.0 || met.distance > out_by || met.distance < -10.0 * out_by))) {
                add_contact(probe, local, radius, met);
                return;
            }
            if (!tilted) out_by += 4.0 * max(0.0, -met.distance);
            across = normalize(next);
            --normals;
        }
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
            if ((s.ends || s.between) && !is_beyond(probe, s)) try_segment(probe, s, middle);
        }
    }
}
