// Stores velocities of the ends of a block. Needs "velocities.glsl".

void store(uint body, End end) {
    if (!moves(end)) return;
    velocities[body].linear = end.linear;
    velocities[body].angular = end.angular;
    velocities[body].angular_impulse = end.angular_impulse;
}

void store_ends(uvec2 bodies) {
    store(bodies.x, a);
    store(bodies.y, b);
}
