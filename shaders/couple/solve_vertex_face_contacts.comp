#version 460
#extension GL_GOOGLE_include_directive : require
// One workgroup: contacts of corners and edges of colliders with triangles so large that they would pass between the particles,
// colour by colour. Both sides move as in couple/solve_particle_contacts.
#include "bindings/couple/solve_vertex_face_contacts.glsl"

#include "math.glsl"
#include "features.glsl"
#include "filter.glsl"
#include "friction.glsl"
#include "inertia.glsl"
#include "coupled.glsl"
#include "add_impulse.glsl"
#include "sums.glsl"
#include "apply_impulses.glsl"

struct VertexFace {
    uint point;
    // Of the triangle, towards the side that the sample point comes from.
    vec3 normal;
    // Barycentric weights of the contact point.
    vec3 weights;
    // m; negative where they overlap.
    float separation;
};

VertexFace vertex_faces[MOST_VERTEX_FACES];
uint found;

vec3 position_of(SamplePoint point, Pose pose) { return pose.translation + rotate(pose.rotation, point.place); }

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

// Whether a collider is so far away that none of its sample points can be beyond the triangle.
bool is_far(LargeTriangle triangle, SampledCollider near) {
    vec3 b;
    vec3 c;
    corners_of(triangle, true, b, c);
    const vec3 offset = poses[params.first_pose + near.collider].translation - position[triangle.corners.x].xyz - displacement[triangle.corners.x].xyz;
    return length(offset) > near.extent + bodies[triangle.body].half_thickness + max(length(b), length(c));
}

void insert_by_depth(VertexFace contact) {
    for (uint k = 0; k < found; ++k) {
        if (contact.separation >= vertex_faces[k].separation) continue;
        const VertexFace less = vertex_faces[k];
        vertex_faces[k] = contact;
        contact = less;
    }
    if (found < MOST_VERTEX_FACES) vertex_faces[found++] = contact;
}

// Finds the deepest sample points. Each is one more part that its body's mass is split into.
void find(LargeTriangle triangle) {
    found = 0;
    for (uint row = 0; row < params.sampled_colliders; ++row) {
        const SampledCollider near = sampled_colliders[row];
        if (!filters_allow(bodies[triangle.body].filters, colliders[near.collider].filters) || is_far(triangle, near)) continue;
        for (uint at = near.first; at < near.first + near.count; ++at) {
            VertexFace contact;
            if (vertex_face(triangle, at, contact)) insert_by_depth(contact);
        }
    }
    for (uint k = 0; k < found; ++k) {
        const uint body = colliders[sample_points[vertex_faces[k].point].collider].rigid;
        if (body != NONE) atomicAdd(sums[body].weight, WEIGHT_ONE);
    }
}

#include "vertex_face.glsl"

void main() {
    for (uint color = 0; color < params.colors; ++color) {
        for (uint first = color_starts[color]; first < color_starts[color + 1]; first += WORKGROUP) {
            const uint i = first + gl_LocalInvocationIndex;
            const bool any = i < color_starts[color + 1];
            if (any) find(large_triangles[i]);
            memoryBarrierBuffer();
            barrier();
            if (any) solve(large_triangles[i]);
            memoryBarrierBuffer();
            barrier();
            for (uint b = gl_LocalInvocationIndex; b < params.bodies; b += WORKGROUP) {
                apply_impulses(b);
                sums[b].weight = 0;
            }
            memoryBarrierBuffer();
            barrier();
        }
    }
}
