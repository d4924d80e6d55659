#version 460
#extension GL_GOOGLE_include_directive : require
// One pin: moves its particle to the position of its node or of its skin in this substep.
#include "bindings/particles/move_pins.glsl"

#include "particles/matrix.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const Pin pin = pins[i];
    const vec3 target = pin.vertex != NONE ? vertices[pin.vertex] : to_world(params.first_matrix + pin.matrix, pin.local);
    displacement[pin.particle].xyz = target - position[pin.particle].xyz;
}
