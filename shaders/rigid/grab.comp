#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One invocation: the grabbed place on a rigid body is pulled to its target through a compliant link, as in solve/grab. A row for each
// axis, solved together, since a body yields differently along each.
layout(push_constant, scalar) uniform Params { SolveParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Frames { Frame frame[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Grips { RigidGrip grip[]; };
layout(set = 0, binding = 2, scalar) readonly buffer States { RigidState states[]; };
layout(set = 0, binding = 3, scalar) buffer Steps { RigidStep steps[]; };
layout(set = 0, binding = 4, scalar) buffer Lambdas { vec4 lambda[]; };

#include "math.glsl"
#include "rigid.glsl"
#include "inertia.glsl"
#include "crossing.glsl"

void main() {
    const uint b = grip[0].body;
    if (gl_GlobalInvocationID.x >= params.count || b == NONE) return;
    const RigidState state = states[b];
    RigidStep step = steps[b];
    const mat3 inverse_body = inverse_inertia(step);
    const vec3 arm = rotate(turned(step.turned, state.rotation), grip[0].local);
    const vec3 held = params.keep * lambda[0].xyz;
    const vec3 left = frame[0].target - state.position - step.moved - arm - frame[0].grab_compliance * held;
    const mat3 row = mat3(step.inverse_mass + frame[0].grab_compliance) - crossing(arm) * inverse_body * crossing(arm);
    const vec3 change = inverse(row) * left;
    const vec3 turn = cross(arm, change);
    step.moved += step.inverse_mass * change;
    step.spun += turn;
    step.turned += inverse_body * turn;
    steps[b] = step;
    lambda[0].xyz = held + change;
}
