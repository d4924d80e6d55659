#version 460
#extension GL_GOOGLE_include_directive : require
// One pin: its particle goes where its node is in this substep.
#include "bindings/particles/move_pins.glsl"

#include "matrix.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const Pin pin = pins[i];
    const vec3 place = to_world(params.first_matrix + pin.matrix, pin.local);
    displacement[pin.particle].xyz = place - position[pin.particle].xyz;
}
