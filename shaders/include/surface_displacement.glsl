// Needs "mesh.glsl" and the pool `face_motions`.

// Displacement in the substep of the point of a deforming collider that is nearest to x, m; 0 where none is within `radius`.
vec3 surface_displacement(Collider c, vec3 x, float radius) {
    Nearest best;
    if (!find_nearest(c, x, radius, best)) return vec3(0.0);
    const FaceMotion motion = face_motions[c.first_motion - 1 + best.face];
    return best.weights.x * motion.a + best.weights.y * motion.b + best.weights.z * motion.c;
}
