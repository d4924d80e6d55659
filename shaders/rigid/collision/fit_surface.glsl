// Fits a rigid motion to that of a deforming collider's surface at the contact points of a pair; the solver adds it to the motion of the
// second body (docs/method.md §26). Needs "mesh.glsl", "manifold.glsl" and the pools `face_motions` and `surface_motions`.

#include "include/surface_displacement.glsl"

// Fits the motion at the points that were detected. `pose`: of the second collider relative to the first body.
void fit_surface(uint i, Pose pose) {
    const Collider c = posed(colliders[pair.parts.y], pose);
    vec3 moved[POINTS];
    vec3 center = vec3(0.0);
    vec3 mean = vec3(0.0);
    const float per_point = 1.0 / float(max(candidates, 1));
    for (uint k = 0; k < candidates; ++k) {
        moved[k] = surface_displacement(c, to_local(pose, found[k].position), NO_SURFACE);
        center += per_point * found[k].position;
        mean += per_point * moved[k];
    }
    mat3 spread = mat3(0.0);
    vec3 moment = vec3(0.0);
    for (uint k = 0; k < candidates; ++k) {
        const vec3 arm = found[k].position - center;
        spread += dot(arm, arm) * mat3(1.0) - outerProduct(arm, arm);
        moment += cross(arm, moved[k] - mean);
    }
    const float trace = spread[0][0] + spread[1][1] + spread[2][2];
    if (trace > 0.0) surface_rotation = inverse(spread / trace + FIT_REGULARIZATION * mat3(1.0)) * (moment / trace);
    surface_translation = mean + cross(surface_rotation, (second.position - first.position) - center);
    surface_motions[i] = SurfaceMotion(surface_translation, surface_rotation);
}
