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

#include "rigid/collision/leaving.glsl"

// Where the tangents at two samples meet, and their distance there.
vec2 intersect_tangents(Sample low, Sample high) {
    const float width = high.fraction - low.fraction;
    const float along = (low.distance - high.distance + high.slope * width) / max(high.slope - low.slope, 1.2e-38);
    return vec2(low.fraction + along, low.distance + low.slope * along);
}

// What the next sample of a segment is for: its ends, the minimum of the distance, the normal there, or where it leaves a face.
#define AT_ENDS 0u
#define TO_MINIMUM 1u
#define TO_NORMAL 2u
#define TO_LEAVE 3u

// Tries both ends of a segment, then the minimum of the distance along it; on a flat stretch its beginning, where normals of that
// side are valid and those of the other are not. The distance to a convex shape is convex, so it is nowhere below its tangents:
// these meet at the minimum where one face is on each side. Bisections follow where the distance is smooth. For two edges that touch, the normal is ill-defined there.
// It is iterated farther out: across one edge and across the other in turn converges to across both. Then tries where the segment leaves
// a face on which it lies. One loop for all, since drivers inline `surface` at each call.
void try_segment(Probe probe, Segment s, uint face, uint k, vec3 middle) {
    const vec3 from = to_other(probe, s.from);
    const vec3 edge = to_other(probe, s.to) - from;
    const float l = length(edge);
    const float widening = s.to_radius - s.from_radius;
    const float widest = max(s.from_radius, s.to_radius);
    if (is_out_of_mesh(probe, from, to_other(probe, s.to), margin + probe.merge_distance + widest)) return;
    const float range = 2.0 * (margin + 10.0 * probe.merge_distance) + widest + l;
    const float level = FLAT_SLOPE * l;
    const float steep = LYING_SLOPE * l;
    const bool convex = probe.other.convex != 0;
    // Of two convex shapes the edges of both are tested, which cross where one leaves a face of the other.
    const bool lies = probe.one.convex == 0;
    bool between = s.between && !edges_tried_elsewhere(probe);
    uint phase = AT_ENDS;
    Sample low;
    Sample high;
    vec2 slopes;
    Leaving leaving;
    // Steps of the search for the minimum that are left, then those to the normal.
    uint searches = EDGE_TANGENTS + EDGE_BISECTIONS;
    uint normals = EDGE_NORMAL_STEPS;
    float out_by = 10.0 * probe.merge_distance;
    vec3 across = vec3(0.0);
    for (uint step = 0; step < 5 + EDGE_TANGENTS + EDGE_BISECTIONS + EDGE_NORMAL_STEPS + 2 * LEAVING_STEPS; ++step) {
        float fraction = float(step);
        float least = -3e38;
        bool by_tangents = false;
        if (phase == TO_MINIMUM) {
            const vec2 crossing = intersect_tangents(low, high);
            if (convex && crossing.y > margin) return;
            by_tangents = convex && searches > EDGE_BISECTIONS && crossing.x > low.fraction && crossing.x < high.fraction;
            least = crossing.y;
            fraction = by_tangents ? crossing.x : 0.5 * (low.fraction + high.fraction);
        } else if (phase == TO_NORMAL) fraction = high.fraction;
        else if (phase == TO_LEAVE) {
            if (!has_search(leaving)) return;
            fraction = next_fraction(leaving);
        }
        Surface met = surface(probe.other, from + fraction * edge + out_by * across, middle, range);
        const Sample found = Sample(fraction, met.distance - mix(s.from_radius, s.to_radius, fraction), dot(met.normal, edge) - widening);
        bool adds = false;
        bool ends = false;
        if (phase == AT_ENDS) {
            const float fall = step == 0 ? -found.slope : found.slope;
            const bool sideways = found.distance > 0.0 && fall > SIDEWAYS * l;
            adds = s.ends && !sideways && (step == 0 || probe.one.shape != MESH);
            if (step == 0) low = found;
            else high = found;
            slopes = vec2(low.slope, found.slope);
            between = between && low.slope <= steep;
            ends = l == 0.0 || (!between && (step == 1 || probe.one.shape == MESH));
            if (step == 1) {
                ends = ends || 0.5 * (low.distance + s.from_radius + high.distance + s.to_radius - l) > margin + widest;
                phase = low.slope < -level && high.slope > level ? TO_MINIMUM : TO_LEAVE;
                leaving = leaving_of(slopes, steep, lies ? 1.0 : 0.0, lies ? 0.0 : 1.0);
            }
        } else if (phase == TO_MINIMUM) {
            const bool falls = found.slope < -level;
            if (falls) low = found;
            else high = found;
            // Above the crossing of the tangents by less than the bend times the precision: only where one face is on each side.
            const bool reached = by_tangents && !falls && found.distance - least <= SEGMENT_PRECISION * (found.slope - low.slope);
            searches = reached || high.fraction - low.fraction < SEGMENT_PRECISION ? 0u : searches - 1;
            if (searches == 0) phase = TO_NORMAL;
        } else if (phase == TO_NORMAL) {
            const bool tilted = across != vec3(0.0);
            const vec3 next = met.normal - dot(met.normal, edge) / max(l * l, 1e-30) * edge;
            if (tilted) met = Surface(met.distance * dot(met.normal, across) - out_by, across);
            if (!tilted && found.distance > 0.0 && falls_into_face(probe, s, face, k, met)) return;
            adds = normals == 0 || length(next) < 1e-3 || (!tilted && (widest > 0.0 || met.distance > out_by || met.distance < -10.0 * out_by));
            if (!tilted) out_by += 4.0 * max(0.0, -met.distance);
            across = adds ? vec3(0.0) : normalize(next);
            --normals;
            if (adds) {
                const float apart = LYING_DISTANCE * probe.merge_distance / l;
                phase = TO_LEAVE;
                leaving = leaving_of(slopes, steep, lies ? fraction - apart : 0.0, lies ? fraction + apart : 1.0);
            }
        } else if (leave(leaving, found, met, l, LEAVING_PRECISION * probe.merge_distance)) {
            fraction = leaving.bracket.x;
            met = leaving.met;
            const bool above = met.distance > mix(s.from_radius, s.to_radius, fraction);
            adds = fraction != leaving.begin && !(above && falls_into_face(probe, s, face, k, met));
            leaving = Leaving(vec2(0.0), leaving.next, 0.0, 0.0, met, 0);
        }
        if (adds) add_contact(probe, from + fraction * edge, mix(s.from_radius, s.to_radius, fraction), middle, range, met);
        if (ends) return;
    }
}
