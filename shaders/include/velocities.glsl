// Velocities of the two bodies of a manifold as the ends of its block. Needs `rigids`, `states`, "rigid.glsl" and "block.glsl".

End end(uint body) {
    const Rigid r = rigids[body];
    const RigidState s = states[body];
    return End(r.inverse_mass, in_world(s.rotation, r.inverse_inertia), s.velocity, spin(r, s.rotation, s.momentum), vec3(0.0));
}

void load_ends(uvec2 bodies) {
    a = end(bodies.x);
    b = end(bodies.y);
}

// `separation` becomes the normal velocity.
void load_point_velocity(uint i, bool exists, RigidContact contact) {
    load_point(i, exists, contact);
    separation[i] = dot(normals[i], relative(arms_a[i], arms_b[i]));
}

void store(uint body, End end) {
    if (!is_free(rigids[body])) return;
    states[body].velocity = end.linear;
    if (rigids[body].inverse_inertia != vec3(0.0)) states[body].momentum += end.angular_impulse;
}

void store_ends(uvec2 bodies) {
    store(bodies.x, a);
    store(bodies.y, b);
}
