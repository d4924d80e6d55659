// From a pair of colliders to its manifold. Needs "rigid.glsl", "friction.glsl", "candidates.glsl", and buffers of both.

// Bound of the speed of any point of a body, m/s.
float fastest(uint body) {
    const RigidState state = states[body];
    return length(state.velocity) + rigids[body].extent * length(spin(rigids[body], state.rotation, state.momentum));
}

float size_of(uint part) {
    const vec3 size = parts[part].half_size;
    return min(size.x, min(size.y, size.z));
}

// Distance up to which a contact point counts in this substep, m.
float contact_margin(RigidPair pair, float size) {
    return frame[0].h * (fastest(pair.bodies.x) + fastest(pair.bodies.y) + 2.0 * frame[0].rest_speed) + 1e-3 * size;
}

// Stores the candidates as the pair's manifold; positions are relative to the first body.
void store_manifold(uint i, RigidPair pair, float size) {
    choose(1e-5 * size);
    const uvec2 bodies = pair.bodies;
    const Coefficients both = combine(colliders[pair.parts.x].coefficients, colliders[pair.parts.y].coefficients);
    manifolds[i] = Manifold(candidates, both, vec3(0.0), 0.0);
    const vec3 offset = states[bodies.y].position - states[bodies.x].position;
    const vec3 turn_x = spin(rigids[bodies.x], states[bodies.x].rotation, states[bodies.x].momentum);
    const vec3 turn_y = spin(rigids[bodies.y], states[bodies.y].rotation, states[bodies.y].momentum);
    for (uint k = 0; k < candidates; ++k) {
        const vec3 arm_x = found[k].position;
        const vec3 arm_y = found[k].position - offset;
        const vec3 normal_velocity = states[bodies.x].velocity + cross(turn_x, arm_x) - states[bodies.y].velocity - cross(turn_y, arm_y);
        // A deep overlap is corrected little by little: at once, bodies would be thrown into others.
        const float separation = max(found[k].gap, -MOST_CORRECTION * size);
        contacts[POINTS * i + k] = RigidContact(found[k].normal, separation, arm_x, arm_y, 0.0, dot(normal_velocity, found[k].normal));
    }
}
