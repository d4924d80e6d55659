#version 460
#extension GL_GOOGLE_include_directive : require
// One edge of bounded length: C = most − |a − b| ≥ 0, without compliance. The sum of λ stays ≥ 0, so that it only pulls.
#include "bindings/solve/limit_strain.glsl"

#include "solve/constraint.glsl"

void project(uint at) {
    const Limit limit = limits[at];
    const vec4 a = displacement[limit.a];
    const vec4 b = displacement[limit.b];
    const vec3 d = (position[limit.a].xyz - position[limit.b].xyz) + (a.xyz - b.xyz);
    const float l = length(d);
    const vec3 direction = l > 0.0 ? -d / l : vec3(0.0);
    const float old_lambda = load_lambda(at);
    const float w = a.w + b.w;
    const float unsplit = unsplit_w(limit.a, a) + unsplit_w(limit.b, b);
    const float r = l - limit.max_length;
    const float change = w > 0.0 ? max(-old_lambda, relaxation(w, unsplit, 0.0) * r / w) : 0.0;
    store_residual(at, max(r, 0.0));
    store_lambda(at, old_lambda, change);
    const vec3 impulse = (FORCES ? old_lambda : change) * direction;
    apply_correction(2 * at, limit.a, a, impulse);
    apply_correction(2 * at + 1, limit.b, b, -impulse);
}

#include "solve/run_constraints.glsl"
