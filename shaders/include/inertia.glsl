// Of a rigid body in a substep, in the world.
mat3 inverse_inertia(RigidStep s) {
    return mat3(s.diagonal.x, s.beside.z, s.beside.y, s.beside.z, s.diagonal.y, s.beside.x, s.beside.y, s.beside.x, s.diagonal.z);
}
