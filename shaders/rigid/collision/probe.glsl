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
    // Radius around the smaller collider, m.
    float least_radius;
    float merge_distance;
    // A direction in the one's frame; features farther along it than `beyond` are out of the margin.
    vec3 axis;
    float beyond;
};

// Displacement of the first against the second in this substep, m, at a point relative to the first body.
vec3 relative_displacement(vec3 at);

// The surface that a ball, a part of the one at `local` in the other one's frame, has to stay above in this substep. The plane at its
// nearest point would stop it before an edge that it passes: then the plane where it passes is returned.
Surface surface_below(Probe probe, vec3 local, float radius, vec3 middle, float range, Surface met) {
    if (met.distance <= radius) return met;
    const vec3 position = probe.other_pose.translation + rotate(probe.other_pose.rotation, local);
    const vec3 displacement = PASSING_AHEAD * unrotate(probe.other_pose.rotation, probe.back * relative_displacement(position));
    if (dot(met.normal, displacement) >= -max(met.distance - radius, SLOPING * length(displacement))) return met;
    Surface passed = met;
    float low = 0.0;
    float high = 1.0;
    for (uint step = 0; step <= PASSING_STEPS; ++step) {
        const float fraction = step == 0 ? 1.0 : 0.5 * (low + high);
        const Surface there = surface(probe.other, local + fraction * displacement, middle, range);
        const bool falls = dot(there.normal, displacement) < 0.0;
        if (step > 0 && falls) {
            low = fraction;
            continue;
        }
        high = fraction;
        passed = there;
        if (falls) break;
    }
    if (passed.distance < radius - GRAZING * probe.least_radius) return met;
    return Surface(max(radius, passed.distance - high * dot(passed.normal, displacement)), passed.normal);
}

#include "include/crossing.glsl"

// The surface of the other one. If that is a mesh with holes, the side of the one's middle is outside. A point on the other side of the nearest
// face's plane is behind the mesh if the line from the middle to it crosses the mesh. If the line passes its boundary, the point is outside,
// too, and the other side of the face is its surface.
Surface on_own_side(Probe probe, vec3 local, vec3 middle, Surface met) {
    const Collider c = probe.other;
    if (!MESHES || c.shape != MESH || c.double_sided == 0 || met.distance >= 0.0) return met;
    const vec3 path = CROSSING_AHEAD * (local - middle);
    if (first_crossing(c, middle, path).time <= 1.0) return met;
    return Surface(-met.distance, -met.normal);
}

// Adds a candidate at a point of the other one's frame.
void add_contact(Probe probe, vec3 local, float radius, vec3 middle, float range, Surface nearest) {
    const Surface met = surface_below(probe, local, radius, middle, range, on_own_side(probe, local, middle, nearest));
    const float gap = met.distance - radius;
    const vec3 normal = rotate(probe.other_pose.rotation, met.normal);
    const vec3 position = probe.other_pose.translation + rotate(probe.other_pose.rotation, local);
    add_or_merge(position - (radius + 0.5 * gap) * normal, probe.back * normal, gap, probe.merge_distance);
}

// Whether the distance falls from a point of edge `k` of a mesh's face into one of the edge's two faces: other points of that face are
// nearer.
bool falls_into_face(Probe probe, Segment s, uint face, uint k, Surface met) {
    if (!MESHES || probe.one.shape != MESH) return false;
    const Face f = mesh_faces[probe.one.first_face + face];
    const vec3 along = normalize(s.to - s.from);
    const vec3 normal = normalize(f.normal / probe.one.size);
    // The mean normal of the edge reflects the face's normal into its neighbour's.
    const vec3 mean = (k == 0 ? f.normal_ab : k == 1 ? f.normal_bc : f.normal_ca) / probe.one.size;
    const float size = dot(mean, mean);
    vec3 into_neighbour = vec3(0.0);
    if (size > 0.0) into_neighbour = cross(along, 2.0 * dot(normal, mean) / size * mean - normal);
    const vec3 direction = unrotate(probe.one_pose.rotation, rotate(probe.other_pose.rotation, met.normal));
    return min(dot(direction, cross(normal, along)), dot(direction, into_neighbour)) < -SIDEWAYS;
}

// Whether edge–edge contacts are found from the other one's segments, or not at all.
bool edges_tried_elsewhere(Probe probe) {
    if (probe.other.shape != MESH) return probe.other.shape == PLANE;
    if (probe.one.shape != MESH) return probe.one.shape != CAPSULE;
    return probe.one.convex != probe.other.convex ? probe.other.convex == 0 : probe.back < 0.0;
}

vec3 to_other(Probe probe, vec3 local) {
    return to_local(probe.other_pose, probe.one_pose.translation + rotate(probe.one_pose.rotation, local));
}

#include "rigid/collision/try_segment.glsl"

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
    if (near && walk.level > 0) into_children(walk, c.faces);
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
    Walk walk = from_top(c.first_box, c.faces);
    const uint steps = mesh ? tree_size(c.faces) : segment_count(c);
    for (uint step = 0; step < steps; ++step) {
        if (mesh && over(walk, c.faces)) break;
        uint face = 0;
        if (mesh && !next_face(probe, center, walk, face)) continue;
        for (uint k = 0; k < (mesh ? 3 : 1); ++k) {
            Segment s;
            if (mesh) s = side(c, face, k);
            else s = segment(c, step, toward);
            if ((s.ends || s.between) && !is_beyond(probe, s)) try_segment(probe, s, face, k, middle);
        }
    }
}
