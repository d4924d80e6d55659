// Bodies of a substep as the ends of a block. Needs "block.glsl" and a buffer `steps`.

End end(uint body) {
    const RigidStep s = steps[body];
    const mat3 inverse = mat3(s.diagonal.x, s.beside.z, s.beside.y, s.beside.z, s.diagonal.y, s.beside.x, s.beside.y, s.beside.x, s.diagonal.z);
    return End(s.inverse_mass, inverse, s.moved, s.turned, s.spun);
}

void keep(uint body, End end) {
    if (end.w == 0.0 && end.inverse == mat3(0.0)) return;
    steps[body].moved = end.linear;
    steps[body].turned = end.angular;
    steps[body].spun = end.spun;
}
