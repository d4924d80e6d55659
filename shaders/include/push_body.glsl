// A rigid body goes and turns as particles push it. Needs "inertia.glsl", "sums.glsl" and a buffer `steps`.
void push_body(uint b) {
    const vec3 push = summed_push(b);
    const vec3 turn = summed_turn(b);
    RigidStep s = steps[b];
    s.displacement += s.inverse_mass * push;
    s.spun += turn;
    s.turned += inverse_inertia(s) * turn;
    steps[b] = s;
}
