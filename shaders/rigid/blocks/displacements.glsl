// Displacements of rigid bodies in a substep as the ends of a block. Needs "block.glsl" and a buffer `steps`.

#include "include/inertia.glsl"

End end(uint body) {
    const RigidStep s = steps[body];
    return End(s.inverse_mass, inverse_inertia(s), s.displacement, s.rotation, s.angular_impulse);
}

void store(uint body, End end) {
    if (!moves(end)) return;
    steps[body].displacement = end.linear;
    steps[body].rotation = end.angular;
    steps[body].angular_impulse = end.angular_impulse;
}
