#version 460
#extension GL_GOOGLE_include_directive : require
// One large triangle of a colour; with FUSED, one workgroup solves several colours: solves its contacts with corners and edges of
// colliders. Both sides move as in couple/solve_particle_contacts.
#include "bindings/couple/solve_vertex_face_contacts.glsl"

#include "include/math.glsl"
#include "include/features.glsl"
#include "include/friction.glsl"
#include "include/inertia.glsl"
#include "include/coupled.glsl"
#include "couple/vertex_face.glsl"

void move_corners(LargeTriangle triangle, vec3 weights, vec3 impulse) {
    for (uint k = 0; k < 3; ++k) {
        const uint p = triangle.corners[k];
        const vec3 d = velocity[p].w * weights[k] * impulse;
        displacement[p].xyz += d;
        if (!JACOBI) continue;
        displacement_before[p].xyz += d;
        current_position[p].xyz += d;
    }
}

// Solves one contact, with friction, and writes the impulse on the body to a row.
void solve_contact(LargeTriangle triangle, VertexFace contact, uint row) {
    const SamplePoint point = sample_points[contact.point];
    const Collider collider = colliders[point.collider];
    const Pose now = poses[params.first_pose + point.collider];
    const Pose then = poses[params.first_pose - params.colliders + point.collider];
    Copy copy = Copy(0.0, mat3(0.0));
    vec3 arm = vec3(0.0);
    if (collider.rigid != NONE) {
        const RigidStep s = steps[collider.rigid];
        copy = copy_of(s.inverse_mass, inverse_inertia(s), sums[collider.rigid].weight);
        arm = position_of(point, now) - (states[collider.rigid].position + s.displacement) - point.radius * contact.normal;
    }
    float w = 0.0;
    vec3 relative = rotate(then.rotation, point.position) - rotate(now.rotation, point.position) - (now.translation - then.translation);
    for (uint k = 0; k < 3; ++k) {
        w += velocity[triangle.corners[k]].w * contact.weights[k] * contact.weights[k];
        relative += contact.weights[k] * displacement[triangle.corners[k]].xyz;
    }
    const float inverse_mass = w + inverse_mass_along(copy, arm, contact.normal);
    if (inverse_mass == 0.0) return;
    const float lambda = -contact.separation / inverse_mass;
    vec3 impulse = -lambda * contact.normal;
    const vec3 sliding = relative - dot(relative, contact.normal) * contact.normal;
    const float l = length(sliding);
    const Coefficients pair = combine(bodies[triangle.body].coefficients, collider.coefficients);
    if (l > 0.0) impulse += friction(resting(pair), -sliding / (w + inverse_mass_along(copy, arm, sliding / l)), lambda);
    move_corners(triangle, contact.weights, impulse);
    impulses[row].impulse = -impulse;
    impulses[row].angular_impulse = -cross(arm, impulse);
}

void solve(uint i) {
    const LargeTriangle triangle = large_triangles[i];
    for (uint k = 0; k < MOST_VERTEX_FACES && vertex_faces[i][k] != NONE; ++k) {
        const uint row = MOST_VERTEX_FACES * i + k;
        impulses[row].weight = 0.0;
        // A contact before may have solved this one.
        VertexFace contact;
        if (vertex_face(triangle, vertex_faces[i][k], contact)) solve_contact(triangle, contact, row);
    }
}

#include "couple/static_colors.glsl"
