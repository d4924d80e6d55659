#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One pin: its particle goes where its node is in this substep.
layout(push_constant, scalar) uniform Params { PinParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Pins { Pin pins[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Matrices { vec4 matrices[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Positions { vec4 position[]; };
layout(set = 0, binding = 3, scalar) buffer Moved { vec4 moved[]; };

#include "matrix.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const Pin pin = pins[i];
    const vec3 place = to_world(params.first_matrix + pin.matrix, pin.local);
    moved[pin.particle].xyz = place - position[pin.particle].xyz;
}
