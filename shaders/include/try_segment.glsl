// Contact points of one segment with another shape. Needs "shapes.glsl", "candidates.glsl" and what "probe.glsl" defines before it includes this file.

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
// these meet at the minimum where one face is on each side. Bisections follow where the distance is smooth. For two edges that touch, the normal is ill-defined there.
// It is iterated farther out: across one edge and across the other in turn converges to across both. One loop for all, since
// drivers inline `surface` at each call.
void try_segment(Probe probe, Segment s, uint face, uint k, vec3 middle) {
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
    uint searches = EDGE_TANGENTS + EDGE_BISECTIONS;
    uint normals = EDGE_NORMAL_STEPS;
    float out_by = 10.0 * probe.merge_distance;
    vec3 across = vec3(0.0);
    for (uint step = 0; step < 3 + EDGE_TANGENTS + EDGE_BISECTIONS + EDGE_NORMAL_STEPS; ++step) {
        float place = float(step);
        float least = -3e38;
        bool by_tangents = false;
        if (step >= 2) {
            const vec2 meeting = meets(low, high);
            if (searches > 0) {
                if (convex && meeting.y > margin) return;
                by_tangents = convex && searches > EDGE_BISECTIONS && meeting.x > low.place && meeting.x < high.place;
                least = meeting.y;
            }
            place = searches == 0 ? high.place : by_tangents ? meeting.x : 0.5 * (low.place + high.place);
        }
        const vec3 local = from + place * edge;
        Surface met = surface(probe.other, local + out_by * across, middle, range);
        const float radius = mix(s.from_radius, s.to_radius, place);
        const Sample found = Sample(place, met.distance - radius, dot(met.normal, edge) - widening);
        if (step < 2) {
            const float fall = step == 0 ? -found.slope : found.slope;
            const bool sideways = found.distance > 0.0 && fall > SIDEWAYS * l;
            if (s.ends && !sideways && (step == 0 || probe.one.shape != MESH)) add_contact(probe, local, radius, middle, range, met);
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
            // Above the meeting of the tangents by less than the bend times the precision: only where one face is on each side.
            const bool reached = by_tangents && !falls && found.distance - least <= SEGMENT_PRECISION * (found.slope - low.slope);
            searches = reached || high.place - low.place < SEGMENT_PRECISION ? 0u : searches - 1;
        } else {
            const bool tilted = across != vec3(0.0);
            const vec3 next = met.normal - dot(met.normal, edge) / max(l * l, 1e-30) * edge;
            if (tilted) met = Surface(met.distance * dot(met.normal, across) - out_by, across);
            if (!tilted && found.distance > 0.0 && falls_into_face(probe, s, face, k, met)) return;
            if (normals == 0 || length(next) < 1e-3 || (!tilted && (widest > 0.0 || met.distance > out_by || met.distance < -10.0 * out_by))) {
                add_contact(probe, local, radius, middle, range, met);
                return;
            }
            if (!tilted) out_by += 4.0 * max(0.0, -met.distance);
            across = normalize(next);
            --normals;
        }
    }
}
