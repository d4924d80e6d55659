#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One pair: a touch that pushed leaves the normal velocity of an impact, so none is made by the correction itself. What its
// parts slid adds up to no more than friction can hold.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer States { TouchState state[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Frames { Frame frame[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Bodies { Body bodies[]; };
layout(set = 0, binding = 3, scalar) readonly buffer BodyOf { uint body_of[]; };
layout(set = 0, binding = 4, scalar) readonly buffer Pairs { Pair pairs[]; };
layout(set = 0, binding = 5, scalar) buffer Touches { Touch touches[]; };
layout(set = 0, binding = 6, scalar) readonly buffer Shares { float share[]; };
FETCHED_VEC4(7, Velocities, velocity);
layout(set = 0, binding = 8, scalar) writeonly buffer Pushes { vec3 pushes[]; };
layout(set = 0, binding = 9, scalar) buffer Statuses { uint status[]; };

#include "friction.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= state[0].pairs) return;
    const Touch touch = touches[i];
    if (touch.presses == 0) return;
    pushes[i] = vec3(0.0);
    if (touch.lambda == 0.0) return;
    const uvec4 corners = pairs[i].corners;
    vec3 leaving = vec3(0.0);
    float w = 0.0;
    for (uint k = 0; k < 4; ++k) {
        leaving += touch.weights[k] * FETCH(velocity, corners[k]).xyz;
        w += touch.weights[k] * touch.weights[k] * share[corners[k]];
    }
    const float approach = touch.approach / frame[0].h;
    const Coefficients pair = combine(bodies[body_of[corners.x]].coefficients, bodies[body_of[corners.w]].coefficients);
    const float wanted = approach < -frame[0].rest_speed ? -pair.restitution * approach : 0.0;
    pushes[i] = ((wanted - dot(touch.normal, leaving)) / w) * touch.normal;
    const vec3 slid = frame[0].h * (leaving - dot(touch.normal, leaving) * touch.normal);
    touches[i].slip = w * friction(pair, (touch.slip + slid) / w, touch.lambda);
    if (params.fill != 0) atomicAdd(status[STATUS_TOUCHES], 1);
}
