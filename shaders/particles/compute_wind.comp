#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: the velocity change by air in this substep.
// A flat plate in a relative flow u feels the force ½ρA|u|(C_N uₙ + C_T uₜ) [Hoe65]; each corner gets a third of it.
// The step is linearly implicit, so that no particle becomes faster than the wind.
#include "bindings/particles/compute_wind.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const Body body = bodies[body_of[i]];
    const float hw = frame[0].h * velocity[i].w;
    const uint last = one_ring_starts[i + 1];
    vec3 force = vec3(0.0);
    mat3 gradient = mat3(0.0);
    for (uint k = one_ring_starts[i]; k < last; ++k) {
        const uvec2 t = one_ring[k];
        const vec3 area = 0.5 * cross(position[t.x].xyz - position[i].xyz, position[t.y].xyz - position[i].xyz);
        const float A = length(area);
        if (A == 0.0) continue;
        const vec3 n = area / A;
        const vec3 u = frame[0].wind - (velocity[i].xyz + velocity[t.x].xyz + velocity[t.y].xyz) / 3.0;
        const float scale = A * length(u) / 3.0;
        const mat3 drag = scale * (body.air_tangent * mat3(1.0) + (body.air_normal - body.air_tangent) * outerProduct(n, n));
        force += drag * u;
        gradient += drag;
    }
    wind_change[i] = inverse(mat3(1.0) + hw * gradient) * (hw * force);
}
