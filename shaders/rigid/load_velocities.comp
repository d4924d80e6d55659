#version 460
#extension GL_GOOGLE_include_directive : require
// One rigid body: copies its velocity and its inverse inertia in the world to where contacts change velocities.
#include "bindings/rigid/load_velocities.glsl"

#include "include/math.glsl"
#include "include/rotation.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const Rigid body = rigids[i];
    const RigidState state = states[i];
    const mat3 inverse = in_world(state.rotation, body.inverse_inertia);
    const vec3 diagonal = vec3(inverse[0][0], inverse[1][1], inverse[2][2]);
    const vec3 off_diagonal = vec3(inverse[1][2], inverse[2][0], inverse[0][1]);
    const vec3 angular = spin(body, state.rotation, state.momentum);
    velocities[i] = RigidVelocity(state.velocity, angular, vec3(0.0), body.inverse_mass, diagonal, off_diagonal);
}
