#version 460
#extension GL_GOOGLE_include_directive : require
// One edge that must not be longer than `most`: C = most − |a − b| ≥ 0, hard. It only pulls: the sum of λ stays ≥ 0.
#include "bindings/solve/limit_strain.glsl"

#include "constraint.glsl"

void project(uint at) {
    const Limit limit = limits[at];
    const vec4 a = displacement[limit.a];
    const vec4 b = displacement[limit.b];
    const vec3 d = (position[limit.a].xyz - position[limit.b].xyz) + (a.xyz - b.xyz);
    const float l = length(d);
    const vec3 closer = l > 0.0 ? -d / l : vec3(0.0);
    const float held = held_lambda(at);
    const float w = a.w + b.w;
    const float r = l - limit.most;
    const float change = w > 0.0 ? max(-held, params.relaxation * r / w) : 0.0;
    leave_open(at, max(r, 0.0));
    keep_lambda(at, held, change);
    const vec3 pushed = (FORCES ? held : change) * closer;
    give(2 * at, limit.a, a, pushed);
    give(2 * at + 1, limit.b, b, -pushed);
}

#include "run.glsl"
