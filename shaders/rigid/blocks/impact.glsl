// Pairs of rigid bodies' colliders that will collide in the substep. Needs "velocities.glsl" and a buffer `impacts`: element 0 tells
// whether there was such a pair at first, and element r + 1 whether round r of restitution met one.

// Loads a pair; `separation` of each point becomes the change of normal velocity that it needs. Returns whether the pair will collide.
bool load_impact(uint pair) {
    const Manifold manifold = manifolds[pair];
    bool hits = false;
    load_ends(pair);
    [[unroll]] for (uint i = 0; i < POINTS; ++i) {
        const RigidContact contact = contacts[POINTS * pair + i];
        load_point_velocity(i, i < manifold.points, contact);
        lambda[i] = 0.0;
        const float speed = separation[i];
        const bool here = i < manifold.points && speed < -frame[0].rest_speed && contact.separation + frame[0].h * speed < 0.0;
        hits = hits || here;
        separation[i] += here ? manifold.coefficients.restitution * speed : max(contact.separation, 0.0) / frame[0].h;
    }
    return hits && manifold.coefficients.restitution > 0.0;
}
