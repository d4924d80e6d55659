// Applies the summed impulses of particles to a rigid body. Needs "inertia.glsl", "sums.glsl" and a buffer `steps`.
void apply_impulses(uint b) {
    const vec3 push = summed_impulse(b);
    const vec3 turn = summed_angular_impulse(b);
    RigidStep s = steps[b];
    s.displacement += s.inverse_mass * push;
    s.angular_impulse += turn;
    s.turned += inverse_inertia(s) * turn;
    steps[b] = s;
}
