#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One hinge in Jacobi: Δλ from the positions of the last iteration, and what each corner shall move for w = 1.
layout(push_constant, scalar) uniform Params { JacobiParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Hinges { Hinge hinges[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Materials { Material materials[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Previous { vec4 previous[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Positions { vec4 position[]; };
layout(set = 0, binding = 4, scalar) readonly buffer Lambdas { float lambda[]; };
layout(set = 0, binding = 5, scalar) buffer Before { float before[]; };
layout(set = 0, binding = 6, scalar) writeonly buffer Pushes { vec3 push[]; };

#include "features.glsl"
#include "math.glsl"
#include "hinge.glsl"

float hinge_change(Hinge hinge, uint corner[4], vec4 x[4], Bend b, float held) {
    const Material material = materials[hinge.material];
    float w = 0.0;
    float moved = 0.0;
    for (uint k = 0; k < 4; ++k) {
        w += x[k].w * dot(b.gradient[k], b.gradient[k]);
        if (DAMPED) moved += dot(b.gradient[k], x[k].xyz - previous[corner[k]].xyz);
    }
    if (w == 0.0) return 0.0;
    const float r = -wrap_angle(b.angle - hinge.rest) - material.compliance * held - material.damping * moved;
    return params.relaxation * material.stiffness * r / ((1.0 + material.damping) * w + material.compliance);
}

void main() {
    const uint at = gl_GlobalInvocationID.x;
    if (at >= params.count) return;
    const Hinge hinge = hinges[at];
    const uint corner[4] = uint[](hinge.a, hinge.b, hinge.c, hinge.d);
    vec4 x[4];
    for (uint k = 0; k < 4; ++k) x[k] = position[corner[k]];
    const Bend b = bend(x[0].xyz, x[1].xyz, x[2].xyz, x[3].xyz);
    const float held = params.keep * lambda[at];
    const float momentum = held - params.keep_before * before[at];
    const float change = b.degenerate ? 0.0 : hinge_change(hinge, corner, x, b, held);
    before[at] = held + params.omega * change + (params.omega - 1.0) * momentum;
    for (uint k = 0; k < 4; ++k) push[4 * at + k] = b.degenerate ? vec3(0.0) : change * b.gradient[k];
}
