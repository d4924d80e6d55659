#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle: what the air changes its velocity by in this substep. A flat plate in a flow u feels ½ρA|u|(C_N uₙ + C_T uₜ)
// [Hoe65]; a third of each triangle's goes to each corner. Linearly implicit, so no gust blows faster than the wind.
layout(push_constant, scalar) uniform Params { CountParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Frames { Frame frame[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Bodies { Body bodies[]; };
layout(set = 0, binding = 2, scalar) readonly buffer BodyOf { uint body_of[]; };
layout(set = 0, binding = 3, scalar) readonly buffer RingStarts { uint ring_starts[]; };
layout(set = 0, binding = 4, scalar) readonly buffer Rings { uvec2 ring[]; };
layout(set = 0, binding = 5, scalar) readonly buffer Positions { vec4 position[]; };
layout(set = 0, binding = 6, scalar) readonly buffer Velocities { vec4 velocity[]; };
layout(set = 0, binding = 7, scalar) writeonly buffer Gusts { vec3 gust[]; };

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const Body body = bodies[body_of[i]];
    const float hw = frame[0].h * velocity[i].w;
    const uint last = ring_starts[i + 1];
    vec3 force = vec3(0.0);
    mat3 slope = mat3(0.0);
    for (uint k = ring_starts[i]; k < last; ++k) {
        const uvec2 t = ring[k];
        const vec3 area = 0.5 * cross(position[t.x].xyz - position[i].xyz, position[t.y].xyz - position[i].xyz);
        const float A = length(area);
        if (A == 0.0) continue;
        const vec3 n = area / A;
        const vec3 u = frame[0].wind - (velocity[i].xyz + velocity[t.x].xyz + velocity[t.y].xyz) / 3.0;
        const float share = A * length(u) / 3.0;
        const mat3 drag = share * (body.air_tangent * mat3(1.0) + (body.air_normal - body.air_tangent) * outerProduct(n, n));
        force += drag * u;
        slope += drag;
    }
    gust[i] = inverse(mat3(1.0) + hw * slope) * (hw * force);
}
