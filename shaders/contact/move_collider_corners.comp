#version 460
#extension GL_GOOGLE_include_directive : require
// One corner of a collider's sharp edges: moves the particle of infinite mass that stands for it along with the collider.
#include "bindings/contact/move_collider_corners.glsl"

#include "include/features.glsl"
#include "include/math.glsl"

vec3 one_of(vec3 a, vec3 b, vec3 c, uint k) { return k == 0 ? a : k == 1 ? b : c; }

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const ColliderCorner own = collider_corners[i];
    const Collider collider = colliders[own.collider];
    vec3 now = own.local;
    vec3 before = own.local;
    vec3 outward = own.outward;
    if (DEFORMING && own.face != NONE) {
        const Face face = mesh_faces[collider.first_face + own.face];
        const FaceMotion motion = face_motions[collider.first_motion - 1 + own.face];
        now = one_of(face.a, face.b, face.c, own.corner);
        before = now - one_of(motion.a, motion.b, motion.c, own.corner);
        if (collider.double_sided == 0) outward = one_of(face.normal_a, face.normal_b, face.normal_c, own.corner);
    }
    const Pose end = poses[params.first_pose + own.collider];
    const Pose start = poses[params.first_pose - params.colliders + own.collider];
    const vec3 arm = rotate(start.rotation, before * start.scale);
    // Differences of positions far from the origin have too few digits.
    const vec3 moves = end.translation - start.translation + (rotate(end.rotation, now * end.scale) - arm);
    const uint particle = params.first_corner + i;
    position[particle] = vec4(start.translation + arm, 0.0);
    displacement[particle] = vec4(moves, 0.0);
    if (JACOBI) displacement_before[particle] = vec4(moves, 0.0);
    velocity[particle] = vec4(moves / params.h, 0.0);
    outwards[i] = vec4(rotate(end.rotation, outward / end.scale), 0.0);
}
