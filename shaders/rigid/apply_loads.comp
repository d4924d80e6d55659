#version 460
#extension GL_GOOGLE_include_directive : require
// One rigid body: changes its velocity and its angular momentum by the external force and torque of this frame.
#include "bindings/rigid/apply_loads.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    states[i].velocity += loads[i].velocity_change;
    states[i].momentum += loads[i].momentum_change;
}
