// Applies the summed impulses of particles to a rigid body. Needs "inertia.glsl", "sums.glsl" and a buffer `steps`.
void apply_impulses(uint b) {
    const vec3 impulse = summed_impulse(b);
    const vec3 angular_impulse = summed_angular_impulse(b);
    RigidStep s = steps[b];
    s.displacement += s.inverse_mass * impulse;
    s.angular_impulse += angular_impulse;
    s.rotation += inverse_inertia(s) * angular_impulse;
    steps[b] = s;
}
