#version 460
#extension GL_GOOGLE_include_directive : require
// One pair of colliders: accumulates the slip that static friction could have held, which the next substep takes back.
#include "bindings/rigid/accumulate_slip.glsl"

#include "friction.glsl"
#include "block.glsl"
#include "friction_cone.glsl"
#include "velocities.glsl"

void main() {
    const uint pair = gl_GlobalInvocationID.x;
    if (pair >= min(starts[params.parts], params.capacity)) return;
    const Manifold manifold = manifolds[pair];
    if (manifold.points == 0) {
        slips[pair] = vec4(0.0);
        return;
    }
    load_ends(pairs[pair].bodies);
    [[unroll]] for (uint i = 0; i < POINTS; ++i) load_point_velocity(i, i < manifold.points, contacts[POINTS * pair + i]);
    slips[pair] = accumulated_slip(manifold.coefficients, frame[0].h, slips[pair]);
}
