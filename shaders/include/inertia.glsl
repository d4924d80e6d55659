// A symmetric matrix with this diagonal, and yz, zx and xy.
mat3 symmetric(vec3 diagonal, vec3 off_diagonal) {
    return mat3(diagonal.x, off_diagonal.z, off_diagonal.y, off_diagonal.z, diagonal.y, off_diagonal.x, off_diagonal.y, off_diagonal.x, diagonal.z);
}

// Inverse inertia of a rigid body in a substep, in the world.
mat3 inverse_inertia(RigidStep s) { return symmetric(s.diagonal, s.off_diagonal); }
