// Velocities of the two bodies of a manifold as the ends of its block. Needs buffers `frame`, `pairs`, `velocities` and
// `surface_motions`, and "block.glsl".

#include "include/inertia.glsl"
#include "rigid/blocks/surface_motion.glsl"

End end(uint body) {
    const RigidVelocity v = velocities[body];
    return End(v.inverse_mass, symmetric(v.diagonal, v.off_diagonal), v.linear, v.angular, v.angular_impulse);
}

void load_ends(uint pair) {
    a = end(pairs[pair].bodies.x);
    b = end(pairs[pair].bodies.y);
    add_surface_motion(pair, 1.0 / frame[0].h);
}

// `separation` becomes the normal velocity.
void load_point_velocity(uint i, bool exists, RigidContact contact) {
    load_point(i, exists, contact);
    separation[i] = dot(normals[i], relative(arms_a[i], arms_b[i]));
}
