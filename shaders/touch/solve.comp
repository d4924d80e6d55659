#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One pair: C = (Σ weight x)·n − gap ≥ 0 and friction across n; what its parts are to be pushed by (docs/method.md, touches).
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer States { TouchState state[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Frames { Frame frame[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Bodies { Body bodies[]; };
layout(set = 0, binding = 3, scalar) readonly buffer BodyOf { uint body_of[]; };
layout(set = 0, binding = 4, scalar) readonly buffer Pairs { Pair pairs[]; };
layout(set = 0, binding = 5, scalar) readonly buffer Shares { float share[]; };
FETCHED_VEC4(6, Moved, moved);
layout(set = 0, binding = 7, scalar) buffer Touches { Touch touches[]; };
layout(set = 0, binding = 8, scalar) writeonly buffer Pushes { vec3 pushes[]; };

#include "friction.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= state[0].pairs) return;
    Touch touch = touches[i];
    if (touch.presses == 0) return;
    const uvec4 corners = pairs[i].corners;
    vec3 gone = vec3(0.0);
    float w = 0.0;
    for (uint k = 0; k < 4; ++k) {
        gone += touch.weights[k] * FETCH(moved, corners[k]).xyz;
        w += touch.weights[k] * touch.weights[k] * share[corners[k]];
    }
    if (w == 0.0) return;
    const float along = dot(touch.normal, gone);
    const float lambda = max(0.0, touch.lambda - (touch.open + along) / w);
    const Coefficients pair = combine(bodies[body_of[corners.x]].coefficients, bodies[body_of[corners.w]].coefficients);
    const vec3 slid = gone - along * touch.normal;
    const bool slow = length(w * touch.tangent - slid) < frame[0].h * frame[0].rest_speed;
    // Rounds are few: what parts that hold each other slid in earlier substeps is taken back, or they would creep.
    const vec3 slip = touch.slip - dot(touch.slip, touch.normal) * touch.normal;
    const vec3 wanted = touch.tangent - (slid + slip) / w;
    const vec3 tangent = friction(slow ? resting(pair) : pair, wanted, lambda);
    pushes[i] = (lambda - touch.lambda) * touch.normal + tangent - touch.tangent;
    touches[i].lambda = lambda;
    touches[i].tangent = tangent;
}
