// Velocities of the two bodies of a manifold as the ends of its block. Needs a buffer `velocities` and "block.glsl".

#include "inertia.glsl"

End end(uint body) {
    const RigidVelocity v = velocities[body];
    return End(v.inverse_mass, symmetric(v.diagonal, v.off_diagonal), v.linear, v.angular, v.angular_impulse);
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
