#version 460
#extension GL_GOOGLE_include_directive : require
// One large triangle: finds the deepest sample points of colliders beyond it. Each is one more part that its body's mass is split into.
#include "bindings/couple/find_vertex_faces.glsl"

#include "include/math.glsl"
#include "include/rotation.glsl"
#include "include/filter.glsl"
#include "include/tree.glsl"
#include "couple/vertex_face.glsl"

uint points[MOST_VERTEX_FACES];
float separations[MOST_VERTEX_FACES];

// Keeps the deepest points; of equal ones the first.
void keep(uint point, float separation) {
    for (uint k = 0; k < MOST_VERTEX_FACES; ++k) {
        if (separation > separations[k] || (separation == separations[k] && point >= points[k])) continue;
        const uint last = points[k];
        const float last_separation = separations[k];
        points[k] = point;
        separations[k] = separation;
        point = last;
        separation = last_separation;
    }
}

// The box around the triangle at the start of the substep and now.
Bounds box_around(LargeTriangle triangle, float margin) {
    Bounds box = Bounds(vec3(NO_SURFACE), vec3(-NO_SURFACE));
    for (uint k = 0; k < 3; ++k) {
        const vec3 before = position[triangle.corners[k]].xyz;
        const vec3 now = before + displacement[triangle.corners[k]].xyz;
        box = Bounds(min(box.low, min(before, now) - margin), max(box.high, max(before, now) + margin));
    }
    return box;
}

// Whether a collider comes near to a box in the substep: no point of it moves by more than its centre and its rotation.
bool comes_near(uint collider, Bounds box) {
    const Pose now = poses[params.first_pose + collider];
    const Pose then = poses[params.first_pose - params.colliders + collider];
    const vec4 turn = quaternion_product(now.rotation, vec4(-then.rotation.xyz, then.rotation.w));
    const float moved = distance(now.translation, then.translation);
    const float reach = moved + length(parts[collider].half_size) * (1.0 + 2.0 * length(turn.xyz));
    return distance_squared(box, now.translation) <= reach * reach;
}

void try_collider(LargeTriangle triangle, uint collider, Bounds box) {
    if (!filters_allow(bodies[triangle.body].filters, colliders[collider].filters) || !comes_near(collider, box)) return;
    for (uint point = sample_starts[collider]; point < sample_starts[collider + 1]; ++point) {
        VertexFace contact;
        if (vertex_face(triangle, point, contact)) keep(point, contact.separation);
    }
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const LargeTriangle triangle = large_triangles[i];
    for (uint k = 0; k < MOST_VERTEX_FACES; ++k) {
        points[k] = NONE;
        separations[k] = 0.0;
    }
    const Bounds box = box_around(triangle, bodies[triangle.body].half_thickness);
    Walk walk = from_top(0, params.colliders);
    const uint most = tree_size(params.colliders);
    for (uint step = 0; step < most; ++step) {
        if (over(walk, params.colliders)) break;
        const bool is_near = overlaps(nodes[walk.offset + walk.node], box);
        if (is_near && walk.level > 0) {
            into_children(walk, params.colliders);
        } else {
            if (is_near) try_collider(triangle, order[walk.node], box);
            past(walk, params.colliders);
        }
    }
    vertex_faces[i] = uvec4(points[0], points[1], points[2], points[3]);
    for (uint k = 0; k < MOST_VERTEX_FACES; ++k) {
        const uint body = points[k] == NONE ? NONE : colliders[sample_points[points[k]].collider].rigid;
        impulses[MOST_VERTEX_FACES * i + k] = RigidImpulse(body, 1.0, vec3(0.0), vec3(0.0));
    }
}
