// Inverse inertia of a rigid body in a substep, in the world.
mat3 inverse_inertia(RigidStep s) {
    return mat3(s.diagonal.x, s.off_diagonal.z, s.off_diagonal.y, s.off_diagonal.z, s.diagonal.y, s.off_diagonal.x, s.off_diagonal.y, s.off_diagonal.x, s.diagonal.z);
}
